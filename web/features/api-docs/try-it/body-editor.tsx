import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import styles from './call.module.css'
import { type BodyKind, type Draft, newRow } from './draft.ts'
import { FileChoice } from './file-choice.tsx'
import { formatJson } from './format-body.ts'
import { RowTable } from './row-table.tsx'
import type { Variables } from './variables.ts'

const kinds: readonly BodyKind[] = ['none', 'json', 'form', 'multipart', 'text', 'file']

/** As many lines as the text has within limits, so that there is room to write and the response below stays visible. */
const rowsFor = (text: string) => Math.min(Math.max(text.split('\n').length + 1, 5), 16)

/** Editor for the request body, matching the body kind. */
export function BodyEditor(props: { draft: Draft; onDraft: (draft: Draft) => void; place: Variables }) {
  const { draft, onDraft, place } = props
  const { t } = useTranslation('api-call')
  const { bodyKind } = draft
  const isText = bodyKind === 'json' || bodyKind === 'text'
  const formatted = bodyKind === 'json' ? formatJson(draft.text) : undefined
  const choose = (next: BodyKind) => {
    const fresh = next === 'multipart' || next === 'form' ? draft[next] : []
    const taken = bodyKind === 'form' || bodyKind === 'multipart' ? draft[bodyKind] : []
    // keep the entered rows when only the body kind changes
    const rows =
      fresh.length > 0 ? fresh : taken.map((row) => newRow({ ...row, isFile: next === 'multipart' && row.isFile }))
    onDraft(
      next === 'multipart' || next === 'form'
        ? { ...draft, bodyKind: next, [next]: rows }
        : { ...draft, bodyKind: next },
    )
  }
  return (
    <>
      <div className={styles.kind}>
        <Select
          size="s"
          aria-label={t('body.kind')}
          value={bodyKind}
          options={kinds.map((value) => ({ value, label: t(`body.${value}`) }))}
          onValue={choose}
        />
        {isText && (
          <Button
            size="s"
            variant="ghost"
            disabled={formatted === undefined || formatted === draft.text}
            onClick={() => formatted !== undefined && onDraft({ ...draft, text: formatted })}
          >
            {t('body.format')}
          </Button>
        )}
      </div>
      {isText && (
        <Textarea
          mono
          rows={rowsFor(draft.text)}
          aria-label={t('tab.body')}
          spellCheck={false}
          value={draft.text}
          onValue={(text) => onDraft({ ...draft, text })}
        />
      )}
      {bodyKind === 'file' && (
        <FileChoice label={t('body.file')} file={draft.file} onFile={(file) => onDraft({ ...draft, file })} />
      )}
      {(bodyKind === 'form' || bodyKind === 'multipart') && (
        <RowTable
          label={t('tab.body')}
          rows={draft[bodyKind]}
          place={place}
          hasFiles={bodyKind === 'multipart'}
          onRows={(rows) => onDraft({ ...draft, [bodyKind]: rows })}
        />
      )}
      {bodyKind === 'none' && <p className={styles.note}>{t('body.nothing')}</p>}
    </>
  )
}
