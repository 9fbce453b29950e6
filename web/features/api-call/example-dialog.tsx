import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { type Said, said, saidOf } from '#web/lib/said.ts'
import { useWhileHere } from '#web/lib/use-while-here.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { RadioGroup } from '#web/ui/radio-group.tsx'
import { toast } from '#web/ui/toast.ts'
import { type CallAnswer, ExampleChanged, NoApiText, saveExampleAtom } from './atoms.ts'
import { CodeView } from './code-view.tsx'
import { pretty } from './pretty.ts'
import type { TryItProps } from './try-it-props.ts'
import { type ExampleKind, exampleIn, withExample } from './with-example.ts'

/** Asks which example of the page an answer becomes, and writes it there. */
export function ExampleDialog(props: TryItProps & { answer: CallAnswer; onClose: () => void }) {
  const { text, item_id, page_id, answer, onClose, onText, onSaved } = props
  const { t } = useTranslation('api-call')
  const close = useWhileHere(onClose)
  const [kind, setKind] = useState<ExampleKind>(answer.status < 400 ? 'success' : 'failure')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<Said>()
  const [theirs, setTheirs] = useState<{ kind: ExampleKind; example: string }>()
  const save = useSetAtom(saveExampleAtom)
  const example = pretty(answer.content) ?? answer.content
  const write = async () => {
    if (!onText) {
      const seen = theirs?.kind === kind ? theirs.example : exampleIn(text, kind)
      await save({ item_id, page_id, kind, example, seen })
      return onSaved?.()
    }
    const made = withExample(text, kind, example)
    if (made === undefined) throw new NoApiText()
    onText(made)
  }
  const submit = async () => {
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await write()
      toast.ok(said(() => i18next.t(onText ? 'api-call:example.written' : 'api-call:example.saved')))
      close()
    } catch (failure) {
      if (failure instanceof ExampleChanged) setTheirs({ kind, example: failure.example })
      else setError(failure instanceof NoApiText ? said(() => i18next.t('api-call:example.noApi')) : saidOf(failure))
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
          help: t(exampleIn(text, value) === '' ? 'example.empty' : 'example.replaces'),
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
