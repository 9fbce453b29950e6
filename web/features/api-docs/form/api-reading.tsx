import { Fragment, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { type ApiDoc, getDisplayUrl } from '#shared/api-doc/api-doc.ts'
import type { AuthScheme } from '#shared/api-doc/reading/reading.ts'
import { type RequestChoice, withServer } from '#web/features/api-docs/try-it/index.tsx'
import type { OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useMedia } from '#web/lib/media.ts'
import { useSearchParams } from '#web/lib/route.ts'
import { completeStyles } from '#web/lib/styles.ts'
import { usePrinting } from '#web/lib/use-print.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, CloseIcon, CopyIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { SendIcon } from '#web/ui/reading-icons.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import styles from './api-reading.module.css'
import { MethodChip } from './method-chip.tsx'
import { readDoc } from './read-doc.ts'
import { useExamples } from './reading/choice.ts'
import { Reference, sectionEntries, useSections } from './reading/reference.tsx'
import { Sample, SampleColumn } from './reading/request-column.tsx'
import { responseIds } from './reading/responses.tsx'
import { useServer } from './reading/server.ts'
import { anchorRoot, isOnWay, TreeProvider } from './reading/tree-context.ts'
import { type DescribedPage, type PageReading, useReading } from './reading/use-reading.ts'
import { useTarget } from './reading/use-target.ts'

const ApiFault = lazyComponent(async () => (await import('./api-fault.tsx')).ApiFault)
const ModelDrawer = lazyComponent(async () => {
  const { ModelDrawer: Drawer } = await import('./reading/model-drawer.tsx')
  await completeStyles() // unlike a reader's other components, a drawer has its styles in the second sheet
  return Drawer
}, 'reading')

const ServerPicker = lazyComponent(async () => (await import('./reading/server-picker.tsx')).ServerPicker, 'reading')

const noAuth: readonly AuthScheme[] = []

/** Minimum width for the side panel next to the text. Source: interface guide 4.5. */
const wideQuery = '(min-width: 1280px)'

const tones: Record<string, BadgeTone> = { 1: 'info', 2: 'warn', 3: 'ok', 4: 'danger', 5: 'neutral' }
const markTones = { deprecated: 'warn', draft: 'neutral', alpha: 'info', beta: 'info', internal: 'accent' } as const

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

/** First line of an API page: method, URL and marks, and the way to Try it. */
function RequestLine(props: {
  doc: ApiDoc
  url: string
  reading: PageReading
  servers: ReturnType<typeof useServer>
  onTry: (() => void) | undefined
}) {
  const { doc, url, reading, servers, onTry } = props
  const { t } = useTranslation('api-reading')
  const [copied, copy] = useCopy()
  const { type, method, status } = doc
  const { marks, sunset } = reading
  return (
    <div className={styles.request} role="group" aria-label={t('line.request')}>
      <MethodChip method={type === 'api' ? method || 'get' : type} />
      {type === 'sse' && method !== '' && <MethodChip method={method} />}
      <span className={styles.url} data-off={marks.includes('deprecated') || undefined}>
        {url === '' ? <span className={styles.none}>{t('line.noAddress')}</span> : <Address url={url} />}
      </span>
      {marks.map((mark) => (
        <Badge key={mark} tone={markTones[mark]}>
          {t(`mark.${mark}`)}
        </Badge>
      ))}
      {sunset !== '' && <Badge tone="warn">{t('sunset', { date: sunset })}</Badge>}
      {status !== '0' && status !== '5' && (
        <Badge tone={tones[status] ?? 'neutral'}>{t(`status.${status as '1'}`)}</Badge>
      )}
      <span className={styles.actions} data-no-print="">
        {url !== '' && (
          <IconButton label={t(copied ? 'line.copied' : 'line.copy')} onClick={() => void copy(url)}>
            {copied ? <CheckIcon /> : <CopyIcon />}
          </IconButton>
        )}
        {onTry && (
          <Button size="s" variant="primary" icon={<SendIcon />} onClick={onTry}>
            {t('try')}
          </Button>
        )}
      </span>
      {servers.servers.length > 0 && (
        <LazyBoundary>
          <ServerPicker {...servers} />
        </LazyBoundary>
      )}
    </div>
  )
}

/** What a reading needs besides its text. */
interface ApiReadingProps {
  text: string
  /** The parameters of every request of the item. */
  globals?: unknown
  /** The page whose description may say more than the text. */
  page?: DescribedPage
  /** Sends the request: takes the place of the samples, or of the text in a narrow window. */
  side?: ((auth: readonly AuthScheme[], choice: RequestChoice) => ReactNode) | false
  /** Returns where a model has a page of its own; without it, models open next to the text. */
  modelPath?: ((name: string, of: string) => string) | undefined
  onOutline?: ((entries: OutlineEntry[]) => void) | undefined
  /** Whether it is embedded in another view, such as the page history: the URL does not scroll into it. */
  isPreview?: boolean | undefined
}

/** Read view of an API page: the request in one line, then its reference; samples are next to it. */
export function ApiReading(props: ApiReadingProps) {
  const { text } = props
  const doc = useMemo(() => readDoc(text), [text])
  if (doc) return <ReadReference {...props} doc={doc} />
  return (
    <LazyBoundary>
      <ApiFault text={text} isPreview={props.isPreview} onOutline={props.onOutline} />
    </LazyBoundary>
  )
}

function ReadReference(props: ApiReadingProps & { doc: ApiDoc }) {
  const { text, globals, doc, page, side: sideOf, modelPath, onOutline, isPreview = false } = props
  const { t } = useTranslation('api-reading')
  const isWide = useMedia(wideQuery) && !isPreview
  const isPrinting = usePrinting()
  const [search, setSearch] = useSearchParams()
  const reading = useReading(doc, globals, isPreview ? undefined : page)
  const shownUrl = getDisplayUrl(doc)
  const servers = useServer(reading.servers, doc.url)
  const { server } = servers
  const [from, to] = [server?.from, server?.to]
  const examples = useExamples(reading, doc)
  const { request } = examples
  const choice = useMemo(
    () => ({ ...request, ...(from !== undefined && to !== undefined && { server: { from, to } }) }),
    [request, from, to],
  )
  const side = sideOf && sideOf(reading.auth[0] ?? noAuth, choice)
  const sections = useSections(reading)
  const { root, target } = useTarget(isPreview, reading)
  const [described, setDescribed] = useState<OutlineEntry[]>([])
  useEffect(() => {
    onOutline?.([...(reading.description.trim() === '' ? [] : described), ...sectionEntries(sections)])
  }, [described, sections, reading, onOutline])

  const ids = responseIds(reading.responses)
  const [chosen, setChosen] = useState<{ id: string; turn: number }>()
  const aimed = ids.find((id) => isOnWay(target.id, `${anchorRoot}response.${id}`))
  const response = (chosen && (chosen.turn === target.turn || !aimed) ? chosen.id : aimed) ?? ids[0] ?? ''
  const onResponse = (id: string) => setChosen({ id, turn: target.turn })

  const setParam = useCallback(
    (name: string, value: string | undefined) =>
      setSearch(
        (former) => {
          const query = new URLSearchParams(former)
          if (value === undefined) query.delete(name)
          else query.set(name, value)
          return query
        },
        { replace: true },
      ),
    [setSearch],
  )
  const model = isPreview || !reading.model ? null : search.get('model')
  const onModel = useCallback((name: string) => setParam('model', name), [setParam])
  const tree = useMemo(
    () => ({
      target: target.id,
      turn: target.turn,
      isPrinting,
      hasAnchors: !isPreview,
      onModel: reading.model && !isPreview ? onModel : undefined,
      examples: examples.parameters,
      onExample: isPreview ? undefined : examples.onParameter,
      modelPath: reading.model && modelPath ? (name: string) => modelPath(name, reading.of ?? '') : undefined,
    }),
    [target, isPrinting, isPreview, reading, onModel, modelPath, examples.parameters, examples.onParameter],
  )

  const hasRequest = !isPreview && doc.type !== 'websocket' && doc.url.trim() !== ''
  const hasSamples = hasRequest || reading.responses.some(({ media }) => media.some((one) => one.examples.length > 0))
  const hasColumn = isWide && hasSamples && !isPrinting
  const isTrying = side !== undefined && side !== false && search.get('tab') === 'try' && !isPrinting
  const setTrying = (isOn: boolean) => setParam('tab', isOn ? 'try' : undefined)
  const body = (
    <div ref={root} className={styles.reading}>
      <TreeProvider value={tree}>
        <RequestLine
          doc={doc}
          url={withServer(shownUrl, server)}
          reading={reading}
          servers={servers}
          onTry={side && isWide && !isTrying ? () => setTrying(true) : undefined}
        />
        <Reference
          doc={doc}
          reading={reading}
          sections={sections}
          response={response}
          onResponse={onResponse}
          hasColumn={hasColumn}
          samples={
            hasRequest && !hasColumn && <Sample text={text} globals={globals} reading={reading} choice={choice} />
          }
          example={examples.body}
          onExample={examples.onBody}
          onOutline={setDescribed}
          isPreview={isPreview}
        />
      </TreeProvider>
      {model !== null && (
        <LazyBoundary>
          <ModelDrawer name={model} reading={reading} onModel={onModel} onClose={() => setParam('model', undefined)} />
        </LazyBoundary>
      )}
    </div>
  )
  if (isWide && (hasColumn || side))
    return (
      <div className={styles.beside}>
        <div className={styles.text}>{body}</div>
        <aside className={styles.side} data-no-print="" data-trying={isTrying || undefined}>
          {isTrying ? (
            <>
              <span className={styles.back}>
                <IconButton label={t('closeTry')} onClick={() => setTrying(false)}>
                  <CloseIcon />
                </IconButton>
              </span>
              {side}
            </>
          ) : (
            hasColumn && (
              <SampleColumn
                text={text}
                globals={globals}
                reading={reading}
                choice={choice}
                hasRequest={hasRequest}
                response={response}
                onResponse={onResponse}
              />
            )
          )}
        </aside>
      </div>
    )
  if (!side || isPrinting) return body
  return (
    <Tabs
      label={t('line.tabs')}
      tabs={[
        { id: 'text', label: t('line.text') },
        { id: 'try', label: t('try') },
      ]}
      value={isTrying ? 'try' : 'text'}
      onValue={(next) => setTrying(next === 'try')}
    >
      {isTrying ? side : body}
    </Tabs>
  )
}
