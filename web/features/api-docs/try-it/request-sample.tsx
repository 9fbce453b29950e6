import { useMemo } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons.ts'
import { Select } from '#web/ui/select.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { buildRequest } from './build-request.ts'
import { CodeView } from './code-view.tsx'
import { type Draft, newRow, readDraft } from './draft.ts'
import styles from './request-sample.module.css'
import { useSampleLanguage } from './sample-language.ts'
import { buildSample, highlightLanguages, sampleLanguages, sampleNames } from './samples.ts'
import { noVariables } from './variables.ts'

/** How a request says who sends it. */
export interface SampleAuth {
  /** The name in its description; empty for none. */
  name: string
  /** Such as `bearer`, `basic` or `apiKey`. */
  type: string
  /** The place of an `apiKey`. */
  place: string
  /** The header, parameter or cookie of an `apiKey`. */
  field: string
}

const tables = { header: 'headers', query: 'query', cookie: 'cookies' } as const

/** Returns a draft with variables where its authentication has no value. */
function withAuth(draft: Draft, auth: readonly SampleAuth[]): Draft {
  const filled = { ...draft }
  for (const { name, type, place, field } of auth) {
    const isKey = type === 'apiKey'
    const table = isKey ? tables[place as keyof typeof tables] : 'headers'
    const header = isKey ? field : 'Authorization'
    const value = isKey
      ? `{{${name || 'apiKey'}}}`
      : type === 'basic'
        ? 'Basic {{credentials}}'
        : ['bearer', 'oauth2', 'openIdConnect'].includes(type)
          ? 'Bearer {{token}}'
          : ''
    if (!table || header === '' || value === '') continue
    const rows = filled[table]
    const known = rows.find((row) => row.name.toLowerCase() === header.toLowerCase())
    if (known) filled[table] = rows.map((row) => (row === known && row.value === '' ? { ...row, value } : row))
    else filled[table] = [...rows, newRow({ name: header, value })]
  }
  return filled
}

/** The request of a page as a program, in the reader's language. */
export function RequestSample(props: { text: string; globals: unknown; auth: readonly SampleAuth[] }) {
  const { text, globals, auth } = props
  const { t } = useTranslation('api-reading')
  const [language, setLanguage] = useSampleLanguage()
  const [copied, copy] = useCopy()
  const built = useMemo(() => {
    const draft = readDraft(text, globals)
    return draft && buildRequest(withAuth(draft, auth), { ...noVariables, base_url: '' })
  }, [text, globals, auth])
  const sample = useMemo(() => (built ? buildSample(language, built) : ''), [language, built])
  if (!built) return null
  return (
    <section className={styles.card} aria-label={t('sample.title')}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t('sample.title')}</h2>
        <Select
          size="s"
          aria-label={t('sample.language')}
          value={language}
          options={sampleLanguages.map((value) => ({ value, label: sampleNames[value] }))}
          onValue={setLanguage}
        />
        <IconButton size="s" label={t(copied ? 'sample.copied' : 'sample.copy')} onClick={() => void copy(sample)}>
          {copied ? <CheckIcon /> : <CopyIcon />}
        </IconButton>
      </div>
      <CodeView code={sample} language={highlightLanguages[language]} label={sampleNames[language]} />
    </section>
  )
}

/** A text in a card like that of a request: an example of a response. */
export function SampleText(props: { text: string; label: string }) {
  const { text, label } = props
  const language = /^\s*[{[]/.test(text) ? 'json' : /^\s*</.test(text) ? 'xml' : ''
  return <CodeView code={text} language={language} label={label} />
}
