import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { isBrowserHeader } from './curl.ts'
import styles from './form.module.css'
import { parseImport } from './import-text.ts'
import type { ImportedContent } from './imported-request.ts'
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
    const look = (wanted?: string): ImportedContent =>
      typeof json === 'string' ? parseImport(json, wanted) : { kind: 'fault', fault: json }
    return [look(pick), look()]
  }, [json, pick])
  const options = useMemo(() => ({ dropsBrowserHeaders: drops, as }), [drops, as])
  const isReady = found.kind === 'curl' || found.kind === 'operation' || found.kind === 'api' || found.kind === 'answer'
  const names = whole.kind === 'operations' ? whole.names : []
  return { text, setText, pick, setPick, setAs, setDrops, found, names, options, isReady }
}

/** Field to paste the text to import, and its options. `children` is the preview below. */
export function ImportFields({ given, children }: { given: ReturnType<typeof useImportText>; children: ReactNode }) {
  const { text, setText, pick, setPick, setAs, setDrops, found, names, options } = given
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
      {children}
    </div>
  )
}
