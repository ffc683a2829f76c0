import type { ErrorComponentProps } from '@tanstack/react-router'
import { ProblemNotice } from '../ui/ProblemNotice'

/** ScreenFailed stands in the place of a screen that could not be drawn or loaded. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  return <ProblemNotice problem={error as Error} retry={reset} />
}
