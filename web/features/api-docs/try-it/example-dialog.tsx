import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText, localized } from '#web/lib/lazy-text.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { toast } from '#web/ui/toast.ts'
import { type CallResponse, ExampleChangedError, NotApiPageError, saveExampleAtom } from './atoms.ts'
import { CodeView } from './code-view.tsx'
import { type ExampleKind, insertExample, readExample } from './insert-example.ts'
import { formatJson } from './json-text.ts'
import type { TryItProps } from './try-it-props.ts'

/** Dialog to save a response as one of the examples of the page. */
export function ExampleDialog(props: TryItProps & { answer: CallResponse; onClose: () => void }) {
  const { text, item_id, page_id, answer, onClose, onText, onSaved } = props
  const { t } = useTranslation('api-call')
  const close = useMountedCallback(onClose)
  const [kind, setKind] = useState<ExampleKind>(answer.status < 400 ? 'success' : 'failure')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<LocalizedText>()
  const [theirs, setTheirs] = useState<{ kind: ExampleKind; example: string }>()
  const save = useSetAtom(saveExampleAtom)
  const example = formatJson(answer.content) ?? answer.content
  const write = async () => {
    if (!onText) {
      const seen = theirs?.kind === kind ? theirs.example : readExample(text, kind)
      await save({ item_id, page_id, kind, example, seen })
      return onSaved?.()
    }
    const made = insertExample(text, kind, example)
    if (made === undefined) throw new NotApiPageError()
    onText(made)
  }
  const submit = async () => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await write()
      toast.ok(localized(() => i18next.t(onText ? 'api-call:example.written' : 'api-call:example.saved')))
      close()
    } catch (failure) {
      if (failure instanceof ExampleChangedError) setTheirs({ kind, example: failure.example })
      else
        setError(
          failure instanceof NotApiPageError
            ? localized(() => i18next.t('api-call:example.noApi'))
            : errorText(failure),
        )
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('example.save')}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('example.action')}
          </Button>
        </>
      }
    >
      <RadioGroup
        label={t('example.which')}
        value={kind}
        options={(['success', 'failure'] as const).map((value) => ({
          value,
          label: t(`example.${value}`),
          help: t(readExample(text, value) === '' ? 'example.empty' : 'example.replaces'),
        }))}
        onValue={setKind}
      />
      {answer.is_truncated && <Banner tone="warn">{t('truncated')}</Banner>}
      {theirs?.kind === kind && (
        <>
          <Banner tone="warn">{t(theirs.example === '' ? 'example.removed' : 'example.changed')}</Banner>
          {theirs.example !== '' && <CodeView code={theirs.example} language="json" label={t('example.theirs')} />}
        </>
      )}
      {error && <Banner tone="danger">{error.text}</Banner>}
    </Dialog>
  )
}
