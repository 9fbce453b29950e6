import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { responseMaxBytes } from '#shared/contract/api-call-rules.ts'
import { downloadCall } from '#web/lib/download-call.ts'
import { fileSize, formatCount } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, ChevronDownIcon, ChevronUpIcon, CopyIcon, SearchIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { ExportIcon } from '#web/ui/screen-icons.ts'
import { Select } from '#web/ui/select.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import type { CallResponse, WholeBody } from './atoms.ts'
import styles from './call.module.css'
import { CodeView } from './code-view.tsx'
import { DocumentCheck } from './document-check.tsx'
import { EventList } from './event-list.tsx'
import { drawMatches, findMatches, type MatchHighlighter } from './find.ts'
import { formatJson, JsonText } from './json-text.ts'
import { JsonTree } from './json-tree.tsx'
import type { ChosenSendMode } from './send-mode.ts'
import type { TryItProps } from './try-it-props.ts'

const ExampleDialog = lazyComponent(async () => (await import('./example-dialog.tsx')).ExampleDialog)

const toneOf = (status: number) => (status < 300 ? 'ok' : status < 400 ? 'info' : status < 500 ? 'warn' : 'danger')

/** Search bar for a displayed text, with next and previous. */
function FindBar({ drawingOf, text }: { drawingOf: () => MatchHighlighter | null; text: string }) {
  const { t } = useTranslation('api-call')
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const hits = findMatches(text, words)
  const current = hits.length === 0 ? 0 : ((at % hits.length) + hits.length) % hits.length
  const latest = useRef(drawingOf)
  useEffect(() => {
    latest.current = drawingOf
  })
  useEffect(() => {
    const drawing = latest.current()
    if (words === '' || !drawing) return
    drawing.draw({ query: words, positions: findMatches(text, words), current })
    return () => drawing.clear()
  }, [text, words, current])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    setAt(current + (event.shiftKey ? -1 : 1))
  }
  return (
    <div className={styles.find} role="search">
      <TextInput
        size="s"
        icon={<SearchIcon />}
        aria-label={t('find.label')}
        placeholder={t('find.label')}
        value={words}
        onValue={(next) => {
          setWords(next)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      {words !== '' && (
        <>
          <span className={styles.count} role="status">
            {hits.length === 0 ? t('find.none') : `${current + 1}/${hits.length}`}
          </span>
          <IconButton size="s" label={t('find.before')} disabled={hits.length < 2} onClick={() => setAt(current - 1)}>
            <ChevronUpIcon />
          </IconButton>
          <IconButton size="s" label={t('find.next')} disabled={hits.length < 2} onClick={() => setAt(current + 1)}>
            <ChevronDownIcon />
          </IconButton>
        </>
      )}
    </div>
  )
}

/** The ways to view the body of a response. */
type BodyView = 'events' | 'tree' | 'pretty' | 'raw' | 'preview'

/** Returns a header of a response; empty when it is missing. */
const headerOf = ({ headers }: Pick<CallResponse, 'headers'>, name: string): string =>
  headers.find((one) => one.name.toLowerCase() === name)?.value ?? ''

/** Returns the media type of a response in lower case, without its parameters. */
const getMediaType = (answer: Pick<CallResponse, 'headers'>): string =>
  (headerOf(answer, 'content-type').split(';', 1)[0] ?? '').trim().toLowerCase()

const images = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/bmp',
  'image/avif',
  'image/x-icon',
])

/** Whether a response is an image that a browser renders without running scripts. */
const isImage = (answer: CallResponse): boolean =>
  answer.is_base64 && !answer.is_truncated && images.has(getMediaType(answer))

/** Whether a response is HTML. */
const isHtml = (answer: CallResponse): boolean => !answer.is_base64 && /html/.test(getMediaType(answer))

const languages: [RegExp, string][] = [
  [/json/, 'json'],
  [/html|xml/, 'xml'],
  [/javascript/, 'javascript'],
  [/css/, 'css'],
  [/yaml/, 'yaml'],
  [/markdown/, 'markdown'],
]

/** Returns the language to highlight a response with; empty for none. */
function getLanguage(answer: CallResponse): string {
  const known = languages.find(([pattern]) => pattern.test(getMediaType(answer)))?.[1]
  if (known) return known
  return /^\s*[[{]/.test(answer.content) ? 'json' : /^\s*<[!?a-z]/i.test(answer.content) ? 'xml' : ''
}

/** Returns the views available for a response, the best first. */
function getBodyViews(answer: CallResponse): BodyView[] {
  if (isImage(answer)) return ['preview']
  if (answer.is_base64) return []
  if (getMediaType(answer) === 'text/event-stream') return ['events', 'raw']
  return isHtml(answer) ? ['pretty', 'preview', 'raw'] : ['pretty', 'raw']
}

/** Returns the bytes of a response. */
function getBodyBytes(answer: CallResponse): Uint8Array<ArrayBuffer> {
  if (!answer.is_base64) return new TextEncoder().encode(answer.content)
  return Uint8Array.from(atob(answer.content), (letter) => letter.codePointAt(0) ?? 0)
}

const extensions: Record<string, string> = {
  json: 'json',
  xml: 'xml',
  html: 'html',
  plain: 'txt',
  csv: 'csv',
  pdf: 'pdf',
  zip: 'zip',
  png: 'png',
  jpeg: 'jpg',
  gif: 'gif',
  webp: 'webp',
}

/** Returns the file name for a response: from its headers, else from the URL. */
function getFileName(answer: CallResponse): string {
  const [, named] = /filename="?([^";\r\n]{1,150})"?/i.exec(headerOf(answer, 'content-disposition')) ?? []
  const last = URL.canParse(answer.url) ? (new URL(answer.url).pathname.split('/').at(-1) ?? '') : ''
  const name = (named ?? last).replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').replace(/^\.+/, '') || 'response'
  if (/\.[a-z0-9]{1,5}$/i.test(name)) return name
  const kind = getMediaType(answer).split(/[/+]/).at(-1) ?? ''
  return `${name}.${extensions[kind] ?? (answer.is_base64 ? 'bin' : 'txt')}`
}

/** Saves a response as a file: all of it where it is known. */
function saveBody(answer: CallResponse, whole: WholeBody | undefined): void {
  const name = getFileName(answer)
  if (whole && 'file_id' in whole) downloadCall('apiCall/responseFile', { file_id: whole.file_id, name }, name)
  else saveFile(whole ?? new Blob([getBodyBytes(answer)]), name)
}

/** Returns a page for display that runs no scripts and loads nothing. */
const toInertHtml = (html: string): string =>
  `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">${html}`

/** Body of a response: formatted, raw, or rendered. HTML is rendered without any of its scripts. */
function ResponseBody({ answer }: { answer: CallResponse }) {
  const { t } = useTranslation('api-call')
  const language = getLanguage(answer)
  const isJson = language === 'json' && !answer.is_base64
  const json = useMemo(() => (isJson ? JsonText.of(answer.content) : undefined), [answer, isJson])
  const textStyles: BodyView[] = [...(json ? ['tree' as const] : []), ...getBodyViews(answer)]
  const [chosen, setDiffOptions] = useState<BodyView>()
  const display = chosen && textStyles.includes(chosen) ? chosen : textStyles[0]
  const drawing = useRef<MatchHighlighter>(null)
  const code = useMemo(
    () => (display === 'pretty' && isJson ? (formatJson(answer.content) ?? answer.content) : answer.content),
    [answer, display, isJson],
  )
  if (answer.content === '') return <p className={styles.note}>{t('nothing')}</p>
  if (display === undefined) return <p className={styles.note}>{t('binary')}</p>
  return (
    <div className={styles.content}>
      {textStyles.length > 1 && (
        <div className={styles.looks}>
          <span className={styles.look}>
            <Select
              size="s"
              aria-label={t('look.label')}
              value={display}
              options={textStyles.map((value) => ({ value, label: t(`look.${value}`) }))}
              onValue={setDiffOptions}
            />
          </span>
          {display !== 'preview' && display !== 'events' && (
            <FindBar drawingOf={() => drawing.current} text={display === 'tree' && json ? json.text : code} />
          )}
        </div>
      )}
      {display === 'events' && <EventList text={answer.content} />}
      {display === 'tree' && json && <JsonTree json={json} label={t('answer')} ref={drawing} />}
      {(display === 'pretty' || display === 'raw') && (
        <CodeView
          find={drawMatches}
          key={display}
          code={code}
          language={display === 'raw' ? '' : language}
          label={t('answer')}
          ref={drawing}
        />
      )}
      {display === 'preview' &&
        (answer.is_base64 ? (
          <img
            className={styles.picture}
            src={`data:${getMediaType(answer)};base64,${answer.content}`}
            alt={t('picture')}
          />
        ) : (
          <iframe className={styles.page} sandbox="" title={t('look.preview')} srcDoc={toInertHtml(answer.content)} />
        ))}
    </div>
  )
}

/** Note that says whether the server or the browser sent a request, and why. */
export function SendModeNote({ way, why, host }: ChosenSendMode & { host: string }) {
  const { t } = useTranslation('api-call')
  return <p className={styles.note}>{why === 'chosen' ? t(`taken.chosen.${way}`) : t(`taken.${why}`, { host })}</p>
}

/** Returns the names of the cookies that a response has set. */
const cookieNames = ({ headers }: CallResponse): string[] => [
  ...new Set(
    headers
      .filter(({ name }) => name.toLowerCase() === 'set-cookie')
      .map(({ value }) => value.split('=', 1)[0]?.trim() ?? ''),
  ),
]

/** The response: status, time, size, headers, body. */
export function ResponseView(
  props: TryItProps & {
    answer: CallResponse
    method: string
    host?: string
    taken?: ChosenSendMode
    /** All of a response that is longer than what is shown. */
    whole?: WholeBody
  },
) {
  const { answer, canEdit, taken, host = '', page_id, method, whole } = props
  const { t } = useTranslation('api-call')
  const [tab, setTab] = useState<'content' | 'headers'>('content')
  const [copied, copy] = useCopy()
  const [isExample, setExample] = useState(false)
  const { status, status_text, time_ms, size_bytes } = answer
  const hasText = !answer.is_base64 && answer.content !== ''
  return (
    <section className={styles.answer} aria-label={t('answer')}>
      <div className={styles.facts} role="status">
        <Badge tone={toneOf(status)}>{`${status} ${status_text}`.trim()}</Badge>
        <span>{t('ms', { ms: formatCount(time_ms) })}</span>
        <span>{fileSize(size_bytes)}</span>
        <span className={styles.tools}>
          {hasText && (
            <IconButton size="s" label={t(copied ? 'copied' : 'answerCopy')} onClick={() => void copy(answer.content)}>
              {copied ? <CheckIcon /> : <CopyIcon />}
            </IconButton>
          )}
          <IconButton size="s" label={t('answerSave')} onClick={() => saveBody(answer, whole)}>
            <ExportIcon />
          </IconButton>
          {canEdit && hasText && (
            <Button size="s" onClick={() => setExample(true)}>
              {t('example.save')}
            </Button>
          )}
        </span>
      </div>
      {taken && <SendModeNote {...taken} host={host} />}
      {taken?.way === 'server' && cookieNames(answer).length > 0 && (
        <p className={styles.note}>{t('cookies.set', { names: cookieNames(answer).join(', ') })}</p>
      )}
      {answer.redirects.length > 0 && (
        <p className={styles.resolved}>{t('redirected', { url: answer.url, count: answer.redirects.length })}</p>
      )}
      {answer.is_truncated &&
        (whole ? (
          <p className={styles.whole}>
            {t('long.shown', { size: fileSize(responseMaxBytes) })}
            <Button size="s" icon={<ExportIcon />} onClick={() => saveBody(answer, whole)}>
              {t('long.save', { size: fileSize('file_id' in whole ? whole.size_bytes : whole.size) })}
            </Button>
          </p>
        ) : (
          <p className={styles.note}>{t('truncated')}</p>
        ))}
      <DocumentCheck page_id={page_id} answer={answer} method={method} />
      <Tabs
        label={t('answer')}
        tabs={[
          { id: 'content', label: t('answerTab.body') },
          { id: 'headers', label: t('answerTab.headers'), count: answer.headers.length },
        ]}
        value={tab}
        onValue={setTab}
      >
        {tab === 'content' ? (
          <ResponseBody answer={answer} />
        ) : (
          <dl className={styles.headers}>
            {answer.headers.map(({ name, value }, at) => (
              <div key={`${at} ${name}`}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </Tabs>
      <LazyBoundary>
        {isExample && <ExampleDialog {...props} answer={answer} onClose={() => setExample(false)} />}
      </LazyBoundary>
    </section>
  )
}
