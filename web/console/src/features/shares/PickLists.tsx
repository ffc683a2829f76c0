import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Pick } from '../../api/types'
import { copyText } from '../../ui/Copy'
import { tell } from '../../ui/notices'
import { useNotify } from '../../ui/problem'
import { saveFile } from '../../ui/saveFile'
import { fileNames, forLightroom } from './picks'
import { picksFile } from './shares'

interface Props {
  id: number
  title: string
  /** Those that are shown. */
  picks: Pick[]
}

/** PickLists takes the files that are shown elsewhere, as text, and all picks as a table. */
export function PickLists({ id, title, picks }: Props) {
  const { t } = useTranslation()
  const names = fileNames(picks)
  const download = useMutation({
    mutationFn: () => picksFile(id),
    onSuccess: (file) => saveFile(file, `${title}.csv`),
    onError: useNotify(),
  })
  const copy = async (text: string) => {
    if (await copyText(text)) tell({ message: t('{{count}} file names copied', { count: names.length }) })
    else tell({ tone: 'warning', message: text, title: t('Copy this by hand:') })
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={download.isPending} rightSection={<IconChevronDown size={16} aria-hidden />}>
          {t('Take the list')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('The files that are shown')}</Menu.Label>
        <Menu.Item onClick={() => copy(names.join('\n'))}>{t('Copy the names, one to a line')}</Menu.Item>
        <Menu.Item onClick={() => copy(forLightroom(names))}>{t('Copy the names for Lightroom')}</Menu.Item>
        <Menu.Item
          onClick={() => saveFile(new Blob([`${names.join('\n')}\n`], { type: 'text/plain' }), `${title}.txt`)}
        >
          {t('Save the names as a text')}
        </Menu.Item>
        <Menu.Label>{t('All picks')}</Menu.Label>
        <Menu.Item onClick={() => download.mutate()}>{t('Download for spreadsheets')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
