import { Text, type TextProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Failed, sayFailure } from './reasons'

interface Props extends TextProps {
  of: Failed
}

/** Failure tells why work on something failed. What the other side said stands below, in its language. */
export function Failure({ of, ...style }: Props) {
  const { t } = useTranslation()
  const { text, said } = sayFailure(of, t)
  return (
    <Text size="sm" component="div" {...style}>
      {text}
      {said && (
        <div lang="en" translate="no">
          {said}
        </div>
      )}
    </Text>
  )
}
