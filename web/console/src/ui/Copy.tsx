import { Button, type ButtonProps, Flex, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tell } from './notices'

interface Props extends Pick<ButtonProps, 'size' | 'variant'> {
  text: string
  /** What the button says until it is pressed. */
  label: string
}

/** CopyButton puts a text on the clipboard. */
export function CopyButton({ text, label, size, variant = 'default' }: Props) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(text))) return tell({ tone: 'warning', message: text, title: t('Copy this by hand:') })
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Button size={size} variant={variant} leftSection={<Icon size={16} aria-hidden />} onClick={copy}>
      <span aria-live="polite">{copied ? t('Copied') : label}</span>
    </Button>
  )
}

/** CopyField shows a text that is to be taken elsewhere, whole and ready to be copied. */
export function CopyField({ label, text, action }: { label: string; text: string; action: string }) {
  return (
    <Flex gap="xs" align="flex-end" wrap="wrap">
      <TextInput
        flex="1 1 220px"
        label={label}
        value={text}
        readOnly
        translate="no"
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={text} label={action} variant="filled" />
    </Flex>
  )
}

/** copyText puts a text on the clipboard, and reports whether there is one: plain http has none. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
