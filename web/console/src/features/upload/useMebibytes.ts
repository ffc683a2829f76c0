import { useFormat } from '../../i18n/format'

/** useMebibytes returns what writes a size in the unit in which the settings show it. */
export function useMebibytes(): (bytes: number) => string {
  const { number } = useFormat()
  return (bytes) => `${number(bytes / (1 << 20))} MiB`
}
