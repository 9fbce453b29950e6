import i18next from 'i18next'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { useApiEdit } from './edit-context.ts'
import { ImportFields, useImportText } from './import-fields.tsx'
import { applyImport } from './import-text.ts'
import { ImportedRequestView } from './imported-request-view.tsx'

/**
 * Dialog that imports a request from a cURL command, an API JSON or an OpenAPI description, or a response, after a
 * preview.
 */
export function ImportDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation(['api-page', 'common'])
  const { store, source } = useApiEdit()
  const given = useImportText(text)
  const { found, isReady, options } = given
  const take = () => {
    if (!isReady) return
    const before = store.get().text
    store.write(applyImport(source, found, options))
    toast.ok(
      localized(() => i18next.t(found.kind === 'answer' ? 'api-page:import.doneAnswer' : 'api-page:import.done')),
      { undo: () => store.write(before), isOfScreen: true },
    )
    onClose()
  }
  const action =
    found.kind === 'answer' ? 'import.takeAnswer' : found.kind === 'api' ? 'import.takePage' : 'import.takeRequest'
  return (
    <Dialog
      open
      size="l"
      title={t('import.title')}
      dirty={given.text !== text && given.text.trim() !== ''}
      onClose={onClose}
      onSubmit={take}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!isReady}>
            {t(action)}
          </Button>
        </>
      }
    >
      <ImportFields given={given}>
        {isReady && <ImportedRequestView found={found} dropsBrowserHeaders={options.dropsBrowserHeaders} />}
      </ImportFields>
    </Dialog>
  )
}
