import { Fragment } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, CopyIcon, LockIcon } from '#web/ui/icons.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import type { ApiSource } from './api-doc.ts'
import styles from './api-reading.module.css'
import { MethodChip } from './method-chip.tsx'
import { getDisplayUrl } from './to-markdown.ts'

const tones: Record<string, BadgeTone> = { 1: 'info', 2: 'warn', 3: 'ok', 4: 'danger', 5: 'neutral' }

/** A URL with its parameters highlighted. */
function Address({ url }: { url: string }) {
  // parameters, and the text between them up to the next slash, after which a line may break
  const parts = url.matchAll(/(\{\{[^}]*\}\}|\{[^{}/]+\}|(?<=\/):[\p{L}_][\p{L}\p{N}_-]*)|\/|[^/{:]+|[{:]/gu)
  return [...parts].map(({ 0: part, 1: name, index }) =>
    name === undefined ? (
      <Fragment key={index}>
        {part}
        {part === '/' && <wbr />}
      </Fragment>
    ) : (
      <em key={index}>{name}</em>
    ),
  )
}

/** First line of an API page: method, URL, status, and a button to copy the URL. */
export function RequestLine({ source }: { source: ApiSource }) {
  const { t } = useTranslation('api-page')
  const [copied, copy] = useCopy()
  const { type, method, status, auth } = source.doc
  const url = getDisplayUrl(source)
  return (
    <div className={styles.request} role="group" aria-label={t('reading.request')}>
      <MethodChip method={type === 'api' ? method || 'get' : type} />
      {type === 'sse' && method !== '' && <MethodChip method={method} />}
      <span className={styles.url}>
        {url === '' ? <span className={styles.none}>{t('reading.noAddress')}</span> : <Address url={url} />}
      </span>
      {auth.type !== 'none' && !auth.isOff && <Badge icon={<LockIcon />}>{auth.type}</Badge>}
      {status !== '0' && <Badge tone={tones[status] ?? 'neutral'}>{t(`status.${status as '1'}`)}</Badge>}
      {url !== '' && (
        <span className={styles.copy} data-no-print="">
          <IconButton label={t(copied ? 'reading.copied' : 'reading.copy')} onClick={() => void copy(url)}>
            {copied ? <CheckIcon /> : <CopyIcon />}
          </IconButton>
        </span>
      )}
    </div>
  )
}
