// Numbers, dates and sizes as the reader's language writes them.
import { useTranslation } from 'react-i18next'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export function useFormat() {
  const { language } = useTranslation().i18n
  return {
    number: (n: number) => new Intl.NumberFormat(language).format(n),
    date: (iso: string) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(new Date(iso)),
    /** A day without an hour, which is the same day everywhere. */
    day: (iso: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(iso)),
    time: (iso: string) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso)),
    bytes: (n: number) => bytes(language, n),
  }
}

/** bytes writes a size in the decimal unit that leaves at most three digits before the point. */
export function bytes(language: string, n: number): string {
  const power = n < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(n) / 3))
  const options = {
    style: 'unit',
    unit: units[power],
    unitDisplay: 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  } as const
  return new Intl.NumberFormat(language, options).format(n / 1000 ** power)
}
