import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { getDisplayUrl, toMarkdown } from '#shared/api-doc/page-markdown.ts'
import { bodyText } from '#web/features/page/content/index.tsx'
import { MarkdownBody, type OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMedia } from '#web/lib/media.ts'
import { useSearchParams } from '#web/lib/route.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons.ts'
import { LockIcon } from '#web/ui/screen-icons.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import styles from './api-reading.module.css'
import { type ApiSource, readApi } from './api-source.ts'
import { isFault } from './json-source-edit.ts'
import { MethodChip } from './method-chip.tsx'
import { useMarkdownLabels } from './use-markdown-labels.ts'

/** Minimum width for the side panel next to the text. Source: interface guide 4.5. */
const wideQuery = '(min-width: 1280px)'

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
function RequestLine({ source }: { source: ApiSource }) {
  const { t } = useTranslation('api-page')
  const [copied, copy] = useCopy()
  const { type, method, status, auth } = source.doc
  const url = getDisplayUrl(source.doc)
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

/** Read view of an API page: the request in one line, then its tables and examples. */
export function ApiReading(props: {
  text: string
  /** The parameters of every request of the item. */
  globals?: unknown
  /** Shown next to the text on wide screens, else in a tab. */
  side?: ReactNode
  /** The label of the tab of `side`. */
  sideLabel?: string
  onOutline?: (entries: OutlineEntry[]) => void
  /** Whether it is embedded in another view, such as the page history: the URL does not scroll into it. */
  isPreview?: boolean
}) {
  const { text, globals, side, sideLabel, onOutline } = props
  const mode = props.isPreview ? 'preview' : 'read'
  const { t } = useTranslation('api-page')
  const isWide = useMedia(wideQuery)
  const [search, setSearch] = useSearchParams()
  const [first] = useState(isWide)
  const read = useMemo(() => readApi(text), [text])
  const words = useMarkdownLabels()
  const markdown = useMemo(() => (isFault(read) ? '' : toMarkdown(read.doc, globals, words)), [read, globals, words])
  if (isFault(read)) {
    const shown = bodyText(text)
    return (
      <>
        <Banner tone="warn">
          {t(`fault.${read.kind}`, { line: read.line, column: read.column, name: read.name })}
        </Banner>
        <MarkdownBody
          mode={mode}
          text={shown === text ? `\`\`\`\`\`json\n${text}\n\`\`\`\`\`\n` : shown}
          {...(onOutline && { onOutline })}
        />
      </>
    )
  }
  const body = (
    <>
      <RequestLine source={read} />
      <MarkdownBody text={markdown} mode={mode} className={styles.body ?? ''} {...(onOutline && { onOutline })} />
    </>
  )
  if (!side) return body
  if (isWide)
    return (
      <div className={styles.beside} data-first={first || undefined}>
        <div className={styles.text}>{body}</div>
        <aside className={styles.side} data-no-print="">
          {side}
        </aside>
      </div>
    )
  const tab = search.get('tab') === 'try' ? 'try' : 'text'
  return (
    <Tabs
      label={t('reading.tabs')}
      tabs={[
        { id: 'text', label: t('reading.text') },
        { id: 'try', label: sideLabel ?? t('reading.try') },
      ]}
      value={tab}
      onValue={(next) =>
        setSearch(
          (former) => {
            const query = new URLSearchParams(former)
            if (next === 'try') query.set('tab', 'try')
            else query.delete('tab')
            return query
          },
          { replace: true },
        )
      }
    >
      {tab === 'try' ? side : body}
    </Tabs>
  )
}
