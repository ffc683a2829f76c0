import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSayProblem } from './problem'

interface Props {
  problem: Error
  /** What to do again, if that makes sense. */
  retry?: () => void
}

/** ProblemNotice says in place what went wrong, and what can be done about it. */
export function ProblemNotice({ problem, retry }: Props) {
  const { t } = useTranslation()
  const said = useSayProblem()(problem)
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle aria-hidden />} title={said.title}>
      <Text size="sm">{said.advice}</Text>
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
          <Button size="xs" variant="default" onClick={retry}>
            {t('Try again')}
          </Button>
        </Group>
      )}
    </Alert>
  )
}
