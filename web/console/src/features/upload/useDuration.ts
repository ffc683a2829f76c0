import { useTranslation } from 'react-i18next'
import { measure } from '../../i18n/format'

/** useDuration returns what writes seconds as the reader's language does, no finer than anybody can tell. */
export function useDuration(): (seconds: number) => string {
  const { language } = useTranslation().i18n
  return (seconds) => {
    const [value, unit] =
      seconds < 60
        ? [Math.max(1, Math.round(seconds)), 'second']
        : seconds < 5400
          ? [Math.round(seconds / 60), 'minute']
          : [Math.round(seconds / 3600), 'hour']
    return measure(language, value as number, unit as string, 0)
  }
}
