import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { href } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import type { ItemKey } from './atoms.ts'
import styles from './open-api.module.css'
import { renderSample, type SampleLanguage, sampleLanguages } from './samples.ts'

const hidden = '••••••••'

/** Code samples that write a page through the open API. The token is masked on screen and copied in full. */
export function CodeSamples({ itemKey }: { itemKey: ItemKey }) {
  const { t } = useTranslation('open-api')
  const [language, setLanguage] = useState<SampleLanguage>('curl')
  const [copied, copy] = useCopy()
  const sample = (api_token: string) =>
    renderSample(language, {
      address: `${window.location.origin}${href('/api/open/updatePage')}`,
      api_key: itemKey.api_key,
      api_token,
      words: {
        page_title: t('sample.title'),
        cat_name: t('sample.catalog'),
        page_content: t('sample.content'),
      },
    })
  return (
    <section className={styles.samples} aria-label={t('sample.label')}>
      <h3 className={styles.head}>{t('sample.label')}</h3>
      <p className={styles.used}>{t('sample.note')}</p>
      <Tabs
        label={t('sample.language')}
        tabs={sampleLanguages.map((id) => ({ id, label: t(`language.${id}`) }))}
        value={language}
        onValue={setLanguage}
      >
        <div className={styles.code}>
          <pre tabIndex={0} aria-label={t(`language.${language}`)}>
            <code>{sample(hidden)}</code>
          </pre>
          <div className={styles.copy}>
            <Button
              size="s"
              icon={copied ? <CheckIcon /> : <CopyIcon />}
              onClick={() => void copy(sample(itemKey.api_token))}
            >
              <span role="status">{t(copied ? 'sample.copied' : 'sample.copy')}</span>
            </Button>
          </div>
        </div>
      </Tabs>
    </section>
  )
}
