import { useAtomValue } from 'jotai'
import { useMemo, useState } from 'react'
import { toBlockMarkdown } from '#shared/api-doc/page-markdown.ts'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSearchParams } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { readApi } from './api-source.ts'
import { ImportFields, useImportText } from './import-fields.tsx'
import { applyImport } from './import-text.ts'
import { isFault } from './json-source-edit.ts'
import { newApiText } from './new-api.ts'
import { useMarkdownLabels } from './use-markdown-labels.ts'

/**
 * Dialog that creates an API block from a command, a description or a response and inserts it into the page; an empty
 * page may become an API page.
 */
export function ApiBlockDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['api-page', 'common'])
  const surface = useAtomValue(editorHandleAtom)
  const words = useMarkdownLabels()
  const [, setSearch] = useSearchParams()
  const given = useImportText('')
  const { found, isReady, options } = given
  const [isEmptyPage] = useState(() => surface?.read().trim() === '')
  const made = useMemo(() => {
    const source = readApi(newApiText())
    if (isFault(source)) return undefined
    const read = readApi(isReady ? applyImport(source, found, options) : source.text)
    return isFault(read) ? undefined : read
  }, [found, isReady, options])
  const insert = () => {
    if (!isReady || !made || !surface) return
    onClose()
    surface.insert(toBlockMarkdown(made.doc, words))
  }
  const goTo = (mode: string) =>
    setSearch(
      (former) => {
        const next = new URLSearchParams(former)
        next.set('mode', mode)
        return next
      },
      { replace: true },
    )
  const makePage = () => {
    if (!made || !surface) return
    surface.write(made.text)
    onClose()
    // the page type is detected again when the editing mode changes
    goTo('source')
    window.setTimeout(() => goTo('visual'), 50)
  }
  return (
    <Dialog
      open
      size="l"
      title={t('block.title')}
      note={t('block.note')}
      dirty={given.text.trim() !== ''}
      onClose={onClose}
      onSubmit={insert}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          {isEmptyPage && <Button onClick={makePage}>{t('block.makePage')}</Button>}
          <Button type="submit" variant="primary" disabled={!isReady}>
            {t('block.insert')}
          </Button>
        </>
      }
    >
      <ImportFields given={given} isBlock />
    </Dialog>
  )
}
