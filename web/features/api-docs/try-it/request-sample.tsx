import { useMemo } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons.ts'
import { Select } from '#web/ui/select.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { buildRequest } from './build-request.ts'
import { CodeView } from './code-view.tsx'
import { type Draft, type DraftRow, readDraft } from './draft.ts'
import styles from './request-sample.module.css'
import { useSampleLanguage } from './sample-language.ts'
import { buildSample, highlightLanguages, sampleLanguages, sampleNames } from './samples.ts'
import { noVariables } from './variables.ts'
import { type SampleAuth, withAuth } from './with-auth.ts'

/** Returns a draft in which every required value is at least named, and none is empty. */
function withNames(draft: Draft): Draft {
  const named = (rows: DraftRow[]) =>
    rows.map((row) => {
      if (row.value !== '' || row.isFile) return row
      return row.isRequired ? { ...row, value: `{{${row.name}}}` } : { ...row, isOn: false }
    })
  const { query, headers, cookies, form, multipart } = draft
  return {
    ...draft,
    query: named(query),
    headers: named(headers),
    cookies: named(cookies),
    form: named(form),
    multipart: named(multipart),
  }
}

/** The request of a page as a program, in the reader's language. */
export function RequestSample(props: { text: string; globals: unknown; auth: readonly SampleAuth[] }) {
  const { text, globals, auth } = props
  const { t } = useTranslation('api-reading')
  const [language, setLanguage] = useSampleLanguage()
  const [copied, copy] = useCopy()
  const built = useMemo(() => {
    const draft = readDraft(text, globals)
    return draft && buildRequest(withNames(withAuth(draft, auth)), { ...noVariables, base_url: '' })
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
