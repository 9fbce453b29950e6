import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import styles from '../forms/forms.module.css'
import { buildExample, type ExampleLanguage, exampleLanguages } from './sign-in-link-example.ts'

const names: Record<ExampleLanguage, string> = { shell: 'Shell', js: 'Node.js', php: 'PHP' }

/** Code example, with a copy button, that creates a sign-in link in another system. */
export function LinkExample({ site }: { site: string }) {
  const { t } = useTranslation('admin')
  const [language, setLanguage] = useState<ExampleLanguage>('shell')
  const [copied, copy] = useCopy()
  const text = buildExample(language, site)
  return (
    <Tabs
      label={t('key.sample')}
      tabs={exampleLanguages.map((id) => ({ id, label: names[id] }))}
      value={language}
      onValue={setLanguage}
    >
      <div className={styles.sample}>
        <pre tabIndex={0}>{text}</pre>
        <Button size="s" icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={() => void copy(text)}>
          <span role="status">{t(copied ? 'copied' : 'copy')}</span>
        </Button>
      </div>
    </Tabs>
  )
}
