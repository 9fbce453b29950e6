import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons.ts'
import { Select } from '#web/ui/select.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import { type BuiltRequest, buildRequest } from './build-request.ts'
import { CodeView } from './code-view.tsx'
import { curlSample } from './curl-sample.ts'
import { type Draft, type DraftRow, readDraft } from './draft.ts'
import { type RequestChoice, withChoice } from './request-choice.ts'
import styles from './request-sample.module.css'
import {
  highlightLanguages,
  type SampleLanguage,
  sampleLanguages,
  sampleNames,
  useSampleLanguage,
} from './sample-languages.ts'
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

type Build = (built: BuiltRequest) => string

/** Returns what writes samples in a language: the first one at once, the others once they are loaded. */
function useSampleBuilder(language: SampleLanguage): Build | undefined {
  const [loaded, setLoaded] = useState<{ language: SampleLanguage; build: Build }>()
  useEffect(() => {
    let isWanted = true
    if (language !== 'curl')
      void import('./samples.ts').then(
        ({ buildSample }) => isWanted && setLoaded({ language, build: (built) => buildSample(language, built) }),
        () => undefined, // the network is gone: the former sample stays
      )
    return () => {
      isWanted = false
    }
  }, [language])
  return language === 'curl' ? curlSample : loaded?.language === language ? loaded.build : undefined
}

/** The request of a page as a program, in the reader's language. */
export function RequestSample(props: {
  text: string
  globals: unknown
  auth: readonly SampleAuth[]
  choice: RequestChoice
}) {
  const { text, globals, auth, choice } = props
  const { t } = useTranslation('api-reading')
  const [language, setLanguage] = useSampleLanguage()
  const [copied, copy] = useCopy()
  const built = useMemo(() => {
    const draft = readDraft(text, globals)
    return draft && buildRequest(withNames(withChoice(withAuth(draft, auth), choice)), { ...noVariables, base_url: '' })
  }, [text, globals, auth, choice])
  const build = useSampleBuilder(language)
  const sample = useMemo(() => (built && build ? build(built) : ''), [build, built])
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
