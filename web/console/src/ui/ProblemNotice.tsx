import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem } from '../api/problem'
import { useSayProblem } from './problem'
import { useCountdown } from './useCountdown'

interface Props {
  problem: Error
  /** What to do again, if that makes sense. It is done by itself when the server has said from when on. */
  retry?: () => unknown
}

/** ProblemNotice says in place what went wrong, and what can be done about it. */
export function ProblemNotice({ problem, retry }: Props) {
  const { t } = useTranslation()
  const said = useSayProblem()(problem)
  const waits = problem instanceof Problem && problem.isRefusedForNow
  const left = useCountdown(waits ? problem.until : 0)
  useWhenOver(problem, waits && left === 0, retry)
  return (
    <Alert
      role={waits ? 'status' : 'alert'}
      color={waits ? 'yellow' : 'red'}
      icon={<IconAlertTriangle aria-hidden />}
      title={said.title}
    >
      <Text size="sm" aria-live={waits ? 'off' : undefined}>
        {waits ? <Wait left={left} goesOn={!!retry} /> : said.advice}
      </Text>
      {said.said && (
        <Text size="sm" lang="en" translate="no">
          {said.said}
        </Text>
      )}
      {said.reference && (
        <Text size="xs" mt={4}>
          {t('Reference')}: {said.reference}
        </Text>
      )}
      {retry && (
        <Group mt="sm">
          <Button size="xs" variant="default" onClick={() => retry()}>
            {t('Try again')}
          </Button>
        </Group>
      )}
    </Alert>
  )
}

function Wait({ left, goesOn }: { left: number; goesOn: boolean }) {
  const { t } = useTranslation()
  if (left === 0) return goesOn ? t('Loading') : t('You can try again now.')
  return goesOn
    ? t('It goes on by itself in {{seconds}} s.', { seconds: left })
    : t('Try again in {{seconds}} s.', { seconds: left })
}

/** useWhenOver does something again once for each problem. */
function useWhenOver(problem: Error, over: boolean, retry?: () => unknown) {
  const done = useRef<Error>(undefined)
  useEffect(() => {
    if (!over || done.current === problem) return
    done.current = problem
    retry?.()
  }, [over, problem, retry])
}
