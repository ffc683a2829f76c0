// Numbers, dates and sizes as the reader's language writes them.
import { useTranslation } from 'react-i18next'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export function useFormat() {
  const { language } = useTranslation().i18n
  return {
    number: (n: number) => new Intl.NumberFormat(language).format(n),
    date: (iso: string) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(iso)),
    time: (iso: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso)),
    /** To the second. */
    moment: (iso: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso)),
    bytes: (n: number) => bytes(language, n),
    duration: (milliseconds: number) => duration(language, milliseconds),
    percent: (share: number) => new Intl.NumberFormat(language, { style: 'percent' }).format(share),
    /** A day without an hour, which is the same day everywhere. */
    day: (date: string, style: DayStyle = 'whole') =>
      new Intl.DateTimeFormat(language, dayStyles[style]).format(new Date(date)),
    days: (from: string, to: string) =>
      new Intl.DateTimeFormat(language, dayStyles.whole).formatRange(new Date(from), new Date(to)),
  }
}

type DayStyle = keyof typeof dayStyles

const dayStyles = {
  whole: { dateStyle: 'medium', timeZone: 'UTC' },
  short: { month: 'short', day: 'numeric', timeZone: 'UTC' },
} as const

/** bytes writes a size in the decimal unit that leaves at most three digits before the point. */
export function bytes(language: string, n: number): string {
  const power = n < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(n) / 3))
  // English has short forms that read well from kilobytes on: one of a byte is the same for one and for many.
  return measure(language, n / 1000 ** power, units[power] as string, power === 0 ? 0 : 1, power === 0)
}

/** duration writes a length of time in the unit that suits it. */
export function duration(language: string, milliseconds: number): string {
  const seconds = milliseconds / 1000
  const [n, unit] =
    seconds < 60 ? [seconds, 'second'] : seconds < 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour']
  return measure(language, n, unit, n < 10 ? 1 : 0)
}

/**
 * measure writes a number with its unit. Chinese is set with a gap between figures and characters, as everywhere, and
 * its long word for a second is one for the ear.
 */
export function measure(language: string, n: number, unit: string, digits: number, long = true): string {
  const unitDisplay = long && !(language === 'zh' && unit === 'second') ? 'long' : 'short'
  const options = { style: 'unit', unit, unitDisplay, maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(language, options).format(n).replace(/(\d)(?=\p{Script=Han})/u, '$1 ')
}
