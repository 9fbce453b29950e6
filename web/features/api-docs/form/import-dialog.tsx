import i18next from 'i18next'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { changeWithUndo, useApiEdit } from './edit-context.ts'
import { ImportFields, useImportText } from './import-fields.tsx'
import { applyImport } from './import-text.ts'

/**
 * Dialog that imports a request from a cURL command, an API JSON or an OpenAPI description, or a response, after a
 * preview.
 */
export function ImportDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation(['api-page', 'common'])
  const edit = useApiEdit()
  const given = useImportText(text)
  const { found, isReady, options } = given
  const take = () => {
    if (!isReady) return
    changeWithUndo(
      edit,
      () => applyImport(edit.source, found, options),
      () => i18next.t(found.kind === 'answer' ? 'api-page:import.doneAnswer' : 'api-page:import.done'),
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
      <ImportFields given={given} />
    </Dialog>
  )
}
