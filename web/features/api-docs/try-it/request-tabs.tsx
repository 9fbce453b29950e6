import { Fragment, type ReactNode, useState } from 'react'
import { callMaxBytes } from '#shared/contract/api-call-rules.ts'
import { fileSize } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { AddIcon, CheckIcon, CloseIcon, CopyIcon } from '#web/ui/icons.ts'
import { Select } from '#web/ui/select.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import type { BuiltRequest, RequestTarget } from './build-request.ts'
import styles from './call.module.css'
import { CodeView } from './code-view.tsx'
import { type BodyKind, type Draft, type DraftRow, newRow } from './draft.ts'
import { formatJson } from './json-text.ts'
import { highlightLanguages, sampleLanguages, sampleNames, useSampleLanguage } from './sample-languages.ts'
import { buildSample } from './samples.ts'
import { VariableInput } from './variable-input.tsx'
import type { Variables } from './variables.ts'

type TabId = 'params' | 'headers' | 'cookies' | 'body' | 'code'

const countOn = (rows: readonly DraftRow[]) => rows.filter(({ isOn, name }) => isOn && name !== '').length

/** The request as a code sample, in a language of the user's choice. Secret variables stay as placeholders. */
function CodeSamples({ built }: { built: BuiltRequest }) {
  const { t } = useTranslation('api-call')
  const [language, setLanguage] = useSampleLanguage()
  const [copied, copy] = useCopy()
  const sample = buildSample(language, built)
  return (
    <>
      <div className={styles.kind}>
        <Select
          size="s"
          aria-label={t('code.language')}
          value={language}
          options={sampleLanguages.map((value) => ({ value, label: sampleNames[value] }))}
          onValue={setLanguage}
        />
        <Button size="s" variant="ghost" icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={() => void copy(sample)}>
          <span role="status">{t(copied ? 'copied' : 'copy')}</span>
        </Button>
      </div>
      <CodeView code={sample} language={highlightLanguages[language]} label={sampleNames[language]} />
      {built.secrets.length > 0 && <p className={styles.note}>{t('code.secrets')}</p>}
    </>
  )
}

const kinds: readonly BodyKind[] = ['none', 'json', 'form', 'multipart', 'text', 'file']

/** As many lines as the text has within limits, so that there is room to write and the response below stays visible. */
const rowsFor = (text: string) => Math.min(Math.max(text.split('\n').length + 1, 5), 16)

/** Inserts break opportunities after the separators of a name. */
const insertWbr = (name: string): ReactNode =>
  name.split(/(?<=[_./-])(?=.)/).map((part, at) => (
    <Fragment key={`${at}`}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

/** Button to choose a local file to send. */
function FileChoice(props: { label: string; file: File | undefined; onFile: (file: File) => void }) {
  const { label, file, onFile } = props
  const { t } = useTranslation('api-call')
  const isTooLarge = file !== undefined && file.size > callMaxBytes
  return (
    <label className={styles.file}>
      <input
        type="file"
        className="visually-hidden"
        aria-label={label}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          if (chosen) onFile(chosen)
        }}
      />
      <span className={styles.choose}>{t('file.choose')}</span>
      <span className={styles.fileName} role={isTooLarge ? 'alert' : undefined} data-wrong={isTooLarge || undefined}>
        {file
          ? isTooLarge
            ? t('file.tooLarge', { size: fileSize(callMaxBytes) })
            : `${file.name} · ${fileSize(file.size)}`
          : t('file.none')}
      </span>
    </label>
  )
}

/** Table of names and values; each row can be switched on and off. */
function RowTable(props: {
  label: string
  rows: readonly DraftRow[]
  onRows: (rows: DraftRow[]) => void
  place: Variables
  /** Whether names are fixed and rows cannot be added. */
  isFixed?: boolean
  /** Whether a value may be a file. */
  hasFiles?: boolean
}) {
  const { label, rows, onRows, place, isFixed, hasFiles } = props
  const { t } = useTranslation('api-call')
  const put = (id: number, change: Partial<DraftRow>) =>
    onRows(rows.map((row) => (row.id === id ? { ...row, ...change } : row)))
  const name = (row: DraftRow) => row.name || t('row.new')
  return (
    <div className={styles.rows} role="group" aria-label={label}>
      {rows.map((row) => (
        <div key={row.id} className={styles.row} data-off={!row.isOn || undefined} data-fixed={isFixed || undefined}>
          {!isFixed && (
            <input
              type="checkbox"
              className={styles.check}
              aria-label={t('row.use', { name: name(row) })}
              checked={row.isOn}
              onChange={(event) => put(row.id, { isOn: event.target.checked })}
            />
          )}
          {isFixed ? (
            <span className={styles.name}>{insertWbr(row.name)}</span>
          ) : (
            <TextInput
              size="s"
              mono
              aria-label={t('row.name')}
              placeholder={t('row.name')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={row.name}
              onValue={(next) => put(row.id, { name: next })}
            />
          )}
          {hasFiles && row.isFile ? (
            <FileChoice
              file={row.file}
              label={t('row.file', { name: name(row) })}
              onFile={(file) => put(row.id, { file })}
            />
          ) : (
            <VariableInput
              label={t('row.value', { name: name(row) })}
              placeholder={row.remark || t('row.valueHint')}
              value={row.value}
              place={place}
              onValue={(value) => put(row.id, { value })}
            />
          )}
          {!isFixed && (
            <IconButton
              size="s"
              label={t('row.remove', { name: name(row) })}
              onClick={() => onRows(rows.filter((one) => one.id !== row.id))}
            >
              <CloseIcon />
            </IconButton>
          )}
        </div>
      ))}
      {!isFixed && (
        <div className={styles.add}>
          <Button size="s" variant="ghost" icon={<AddIcon />} onClick={() => onRows([...rows, newRow()])}>
            {t('row.add')}
          </Button>
          {hasFiles && (
            <Button
              size="s"
              variant="ghost"
              icon={<AddIcon />}
              onClick={() => onRows([...rows, newRow({ isFile: true })])}
            >
              {t('row.addFile')}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

/** Editor for the request body, matching the body kind. */
function BodyEditor(props: { draft: Draft; onDraft: (draft: Draft) => void; place: Variables }) {
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

/** Tabs with the parts of the request and its code samples. */
export function RequestTabs(props: {
  draft: Draft
  onDraft: (draft: Draft) => void
  place: RequestTarget
  built: BuiltRequest
}) {
  const { draft, onDraft, place, built } = props
  const { t } = useTranslation('api-call')
  const [tab, setTab] = useState<TabId>(draft.bodyKind === 'none' ? 'params' : 'body')
  const counts: Partial<Record<TabId, number>> = {
    params: countOn(draft.path) + countOn(draft.query),
    headers: countOn(draft.headers),
    cookies: countOn(draft.cookies),
  }
  const tabs = (['params', 'headers', 'cookies', 'body', 'code'] as const).map((id) => {
    const count = counts[id]
    return { id, label: t(`tab.${id}`), ...(count ? { count } : {}) }
  })
  return (
    <Tabs label={t('tabs')} tabs={tabs} value={tab} onValue={setTab}>
      <div className={styles.panel}>
        {tab === 'params' && (
          <>
            {draft.path.length > 0 && (
              <>
                <h3 className={styles.head}>{t('path')}</h3>
                <RowTable
                  label={t('path')}
                  rows={draft.path}
                  place={place}
                  isFixed
                  onRows={(path) => onDraft({ ...draft, path })}
                />
                <h3 className={styles.head}>{t('query')}</h3>
              </>
            )}
            <RowTable
              label={t('query')}
              rows={draft.query}
              place={place}
              onRows={(query) => onDraft({ ...draft, query })}
            />
          </>
        )}
        {(tab === 'headers' || tab === 'cookies') && (
          <RowTable
            label={t(`tab.${tab}`)}
            rows={draft[tab]}
            place={place}
            onRows={(rows) => onDraft({ ...draft, [tab]: rows })}
          />
        )}
        {tab === 'body' && <BodyEditor draft={draft} onDraft={onDraft} place={place} />}
        {tab === 'code' && <CodeSamples built={built} />}
      </div>
    </Tabs>
  )
}
