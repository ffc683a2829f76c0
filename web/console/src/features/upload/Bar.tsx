import classes from './Upload.module.css'

interface Props {
  label: string
  /** From 0 to 1. */
  value: number
  large?: boolean
  /** Whether it is the server that is at work. */
  making?: boolean
}

/** Bar shows how much of something is done. */
export function Bar({ label, value, large, making }: Props) {
  const percent = Math.round(100 * Math.min(1, Math.max(0, value)))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={classes.track}
      data-large={large || undefined}
      data-making={making || undefined}
    >
      <div className={classes.bar} style={{ transform: `scaleX(${percent / 100})` }} />
    </div>
  )
}
