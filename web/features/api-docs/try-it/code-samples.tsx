import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons.ts'
import { Select } from '#web/ui/select.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import type { BuiltRequest } from './build-request.ts'
import styles from './call.module.css'
import { CodeView } from './code-view.tsx'
import { buildSample, highlightLanguages, type SampleLanguage, sampleLanguages } from './samples.ts'

const key = 'docstead.call.language'
const isLanguage = (value: unknown): value is SampleLanguage => sampleLanguages.some((one) => one === value)

const names: Record<SampleLanguage, string> = {
  curl: 'cURL',
  javascript: 'JavaScript · fetch',
  python: 'Python · requests',
  java: 'Java · HttpClient',
  go: 'Go · net/http',
  php: 'PHP · cURL',
}

/** The request as a code sample, in a language of the user's choice. Secret variables stay as placeholders. */
export function CodeSamples({ built }: { built: BuiltRequest }) {
  const { t } = useTranslation('api-call')
  const [language, setLanguage] = useState(() => readStored<SampleLanguage>(key, 'curl', isLanguage))
  const [copied, copy] = useCopy()
  const sample = buildSample(language, built)
  return (
    <>
      <div className={styles.kind}>
        <Select
          size="s"
          aria-label={t('code.language')}
          value={language}
          options={sampleLanguages.map((value) => ({ value, label: names[value] }))}
          onValue={(next) => {
            setLanguage(next)
            writeStored(key, next)
          }}
        />
        <Button size="s" variant="ghost" icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={() => void copy(sample)}>
          <span role="status">{t(copied ? 'copied' : 'copy')}</span>
        </Button>
      </div>
      <CodeView code={sample} language={highlightLanguages[language]} label={names[language]} />
      {built.secrets.length > 0 && <p className={styles.note}>{t('code.secrets')}</p>}
    </>
  )
}
