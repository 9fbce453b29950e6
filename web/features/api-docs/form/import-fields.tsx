import { useMemo, useState } from 'react'
import type { NewRow } from '#shared/api-doc/api-doc.ts'
import { type ImportedRequest, isBrowserHeader } from '#shared/api-doc/curl.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { readApi } from './api-source.ts'
import { collectFields } from './fields.ts'
import styles from './form.module.css'
import { parseImport } from './import-text.ts'
import type { ImportedContent } from './imported-request.ts'
import { isFault } from './json-source-edit.ts'
import { MethodChip } from './method-chip.tsx'
import { getModeLabel } from './request-tabs.tsx'
import { isYamlDescription, useAsJson } from './yaml-as-json.ts'

// a description that is still loading
const reading: ImportedContent = { kind: 'operations', names: [] }

/** Returns the text to import, what was found in it, and the import options. */
export function useImportText(first: string) {
  const [text, setText] = useState(first)
  const [pick, setPick] = useState('')
  const [as, setAs] = useState<'success' | 'failure'>('success')
  const [drops, setDrops] = useState(true)
  const json = useAsJson(text)
  const [found, whole] = useMemo(() => {
    if (json === undefined) return [reading, reading]
    const readField = (wanted?: string): ImportedContent =>
      typeof json === 'string' ? parseImport(json, wanted) : { kind: 'fault', fault: json }
    return [readField(pick), readField()]
  }, [json, pick])
  const options = useMemo(() => ({ dropsBrowserHeaders: drops, as }), [drops, as])
  const isReady = found.kind === 'curl' || found.kind === 'operation' || found.kind === 'api' || found.kind === 'answer'
  const names = whole.kind === 'operations' ? whole.names : []
  return { text, setText, pick, setPick, setAs, setDrops, found, names, options, isReady }
}

const most = 12

const namesOf = (rows: readonly NewRow[]): string => {
  const names = rows.slice(0, most).map(({ name }) => name)
  return rows.length > most ? `${names.join(', ')}, …` : names.join(', ')
}

function Request({ request, drops }: { request: ImportedRequest; drops: boolean }) {
  const { t } = useTranslation('api-page')
  const headers = request.headers.filter(({ name }) => !drops || !isBrowserHeader(name))
  const parts: [string, readonly NewRow[]][] = [
    [t('request.path'), request.pathVariables ?? []],
    [t('request.query'), request.query],
    [t('request.header'), headers],
    [t('request.cookie'), request.cookies],
  ]
  return (
    <>
      <dl>
        <dt>{t('import.request')}</dt>
        <dd>
          <MethodChip method={request.method} size="s" /> <code>{request.url || t('import.noAddress')}</code>
        </dd>
        {parts.map(
          ([label, rows]) =>
            rows.length > 0 && (
              <div key={label} style={{ display: 'contents' }}>
                <dt>{label}</dt>
                <dd>
                  <code>{namesOf(rows)}</code>
                </dd>
              </div>
            ),
        )}
        {request.mode !== 'none' && (
          <>
            <dt>{t('request.body')}</dt>
            <dd>
              {getModeLabel(request.mode)}{' '}
              <code>{request.form.length > 0 ? namesOf(request.form) : request.body.slice(0, 160)}</code>
            </dd>
          </>
        )}
        {request.auth && (
          <>
            <dt>{t('request.auth')}</dt>
            <dd>{request.auth.type}</dd>
          </>
        )}
      </dl>
      {request.left.length > 0 && <Banner tone="info">{t('import.left', { options: request.left.join('  ') })}</Banner>}
    </>
  )
}

/** Preview of what will be imported into the page. */
function ImportedRequestView(props: { found: ImportedContent; dropsBrowserHeaders: boolean; isBlock: boolean }) {
  const { found, dropsBrowserHeaders, isBlock } = props
  const { t } = useTranslation('api-page')
  const inside = () => {
    if (found.kind === 'curl' || found.kind === 'operation')
      return <Request request={found.request} drops={dropsBrowserHeaders} />
    if (found.kind === 'answer')
      return <p>{t('import.foundAnswer', { count: collectFields(JSON.parse(found.text)).length })}</p>
    const read = found.kind === 'api' ? readApi(found.text) : undefined
    return read && !isFault(read) ? (
      <p>
        <MethodChip method={read.doc.method || read.doc.type} size="s" /> <code>{read.doc.url}</code>
        {!isBlock && ` — ${t('import.foundPage')}`}
      </p>
    ) : null
  }
  return (
    <section className={styles.found} aria-label={t('import.found')}>
      <h3 className={styles.heading}>{t('import.found')}</h3>
      {inside()}
    </section>
  )
}

/** Field to paste the text to import, and its options, with a preview. */
export function ImportFields(props: {
  given: ReturnType<typeof useImportText>
  /** Whether it becomes a block of a page. */
  isBlock?: boolean
}) {
  const { given, isBlock = false } = props
  const { text, setText, pick, setPick, setAs, setDrops, found, names, options, isReady } = given
  const { t } = useTranslation('api-page')
  const browserHeaders =
    found.kind === 'curl' ? found.request.headers.filter(({ name }) => isBrowserHeader(name)).length : 0
  return (
    <div className={styles.import}>
      <Field label={t('import.text')} help={t('import.help')}>
        <Textarea
          mono
          rows={8}
          value={text}
          onValue={setText}
          spellCheck={false}
          placeholder={"curl 'https://api.example.com/v1/orders' \\\n  -H 'Accept: application/json'"}
        />
      </Field>
      {text.trim() !== '' && found.kind === 'unknown' && <Banner tone="warn">{t('import.unknown')}</Banner>}
      {found.kind === 'fault' && (
        <Banner tone="warn">
          {t(isYamlDescription(text) ? 'json.yamlFault' : 'json.fault', {
            line: found.fault.line,
            column: found.fault.column,
          })}
        </Banner>
      )}
      {names.length > 0 && (
        <Field label={t('import.operation')}>
          <Select
            value={pick}
            options={[{ value: '', label: t('import.choose') }, ...names.map((name) => ({ value: name, label: name }))]}
            onValue={setPick}
          />
        </Field>
      )}
      {found.kind === 'answer' && (
        <Field label={t('import.as')}>
          <Select
            value={options.as}
            options={[
              { value: 'success', label: t('answer.success') },
              { value: 'failure', label: t('answer.failure') },
            ]}
            onValue={setAs}
          />
        </Field>
      )}
      {browserHeaders > 0 && (
        <Checkbox
          label={t('import.dropHeaders', { count: browserHeaders })}
          checked={options.dropsBrowserHeaders}
          onChecked={setDrops}
        />
      )}
      {isReady && (
        <ImportedRequestView found={found} dropsBrowserHeaders={options.dropsBrowserHeaders} isBlock={isBlock} />
      )}
    </div>
  )
}
