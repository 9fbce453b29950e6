import { useAtomValue } from 'jotai'
import { useId, useMemo, useState } from 'react'
import { api } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryAtom, queryValue } from '#web/lib/query.ts'
import { publicAddress } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import styles from './mock-address.module.css'

const MockChoice = lazyComponent(async () => (await import('./mock-choice.tsx')).MockChoice)

/** Where an API page answers as a mock, to copy. Nothing when it answers nowhere, or the reader may not know. */
export function MockAddress({ page_id }: { page_id: string }) {
  const { t } = useTranslation('api-reading')
  const result = useAtomValue(useMemo(() => queryAtom(() => api.schemaMock.address({ page_id })), [page_id]))
  const [copied, copy] = useCopy()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  // its place is kept while it loads, so that the text below stays where it is
  if (!result) return <div className={styles.mock} data-no-print="" />
  const mock = queryValue(result)
  if (!mock || mock.address === '') return null
  const url = publicAddress(mock.address)
  const { answered_by, other_page_title: title, responses } = mock
  const canChoose = answered_by === 'page' && responses.length > 0
  return (
    <div className={styles.mock} role="group" aria-label={t('mock.title')} data-no-print="">
      <span className={styles.line}>
        <span className={styles.label}>{t('mock.title')}</span>
        <code className={styles.url}>{url}</code>
        <IconButton size="s" label={t(copied ? 'mock.copied' : 'mock.copy')} onClick={() => void copy(url)}>
          {copied ? <CheckIcon /> : <CopyIcon />}
        </IconButton>
        {canChoose && (
          <Button
            size="s"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {t('mock.choose')}
          </Button>
        )}
      </span>
      <span className={styles.note}>
        {answered_by === 'template'
          ? t('mock.template')
          : answered_by === 'otherPage'
            ? t(title === '' ? 'mock.otherHidden' : 'mock.other', { title })
            : t('mock.help')}
        {/^\/mock-path\/\d+-/.test(mock.address) && ` ${t('mock.private')}`}
      </span>
      {isOpen && (
        <div id={id}>
          <LazyBoundary>
            <MockChoice url={url} responses={responses} />
          </LazyBoundary>
        </div>
      )}
    </div>
  )
}
