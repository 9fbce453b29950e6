import { type ReactNode, useMemo } from 'react'
import type { ApiDoc } from '#shared/api-doc/api-doc.ts'
import type { ReadingMedia } from '#shared/api-doc/reading/reading.ts'
import { MarkdownBody, type OutlineEntry } from '#web/features/page/markdown/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { MethodChip } from '../method-chip.tsx'
import { Authentication } from './authentication.tsx'
import type { ChosenExample } from './choice.ts'
import { FieldTree } from './field-tree.tsx'
import styles from './reading.module.css'
import { MediaList, Responses } from './responses.tsx'
import { anchorRoot, idOf, useTree } from './tree-context.ts'
import type { PageReading } from './use-reading.ts'

const Socket = lazyComponent(async () => (await import('./socket.tsx')).Socket)

/** The sections of a reference in their order, by the last part of their anchors. */
type SectionId = 'path' | 'query' | 'header' | 'cookie' | 'body' | 'responses' | 'callbacks' | 'more' | 'notes'

/** The line of the first section, for the outline: behind every line of the description. */
const firstLine = 1_000_000

const hasText = (text: string) => text.trim() !== ''

/** Returns the sections that a page has, with their titles. */
export function useSections(reading: PageReading): { id: SectionId; title: string }[] {
  const { t } = useTranslation('api-reading')
  return useMemo(() => {
    const sections: { id: SectionId; title: string }[] = reading.parameters.map(({ place }) => ({
      id: place,
      title: t(`place.${place}`),
    }))
    if (reading.body) sections.push({ id: 'body', title: t('body') })
    if (reading.responses.length > 0 || hasText(reading.responseRemark))
      sections.push({ id: 'responses', title: t('responses') })
    if (reading.callbacks.length > 0) sections.push({ id: 'callbacks', title: t('callbacks') })
    if (reading.more.length > 0) sections.push({ id: 'more', title: t('more') })
    if (hasText(reading.notes)) sections.push({ id: 'notes', title: t('notes') })
    return sections
  }, [reading, t])
}

/** Returns the entries of the outline for the sections of a page. */
export const sectionEntries = (sections: readonly { id: SectionId; title: string }[]): OutlineEntry[] =>
  sections.map(({ id, title }, at) => ({ level: 2, text: title, id: idOf(anchorRoot + id), line: firstLine + at }))

function Section(props: { id: SectionId; title: ReactNode; at: number; children: ReactNode }) {
  const { id, title, at, children } = props
  const { hasAnchors } = useTree()
  return (
    <section className={`${styles.section} md-block`} data-line={firstLine + at}>
      <h2 className={styles.heading} id={hasAnchors ? idOf(anchorRoot + id) : undefined}>
        {title}
      </h2>
      {children}
    </section>
  )
}

/** What a page says, in sections: parameters by place, the body, the responses by status. */
export function Reference(props: {
  doc: ApiDoc
  reading: PageReading
  sections: readonly { id: SectionId; title: string }[]
  /** The chosen response. */
  response: string
  onResponse: (id: string) => void
  /** Whether samples and examples stand in a column of their own. */
  hasColumn: boolean
  /** Shown below the description: samples where there is no column. */
  samples?: ReactNode
  /** The example of the body that is sent. */
  example: ChosenExample | undefined
  onExample: (chosen: ChosenExample) => void
  onOutline: (entries: OutlineEntry[]) => void
  isPreview: boolean
}) {
  const { doc, reading, sections, response, onResponse, hasColumn, samples, example, onExample, onOutline, isPreview } =
    props
  const { t } = useTranslation('api-reading')
  const { parameters, body } = reading
  const examples = hasColumn ? 'further' : 'all'
  const contents = useMemo(
    () => new Map(parameters.map(({ place, fields }) => [place, { fields, alternatives: [] }])),
    [parameters],
  )
  const media = useMemo(() => withoutSingle(body?.media ?? []), [body])
  const contentOf = (id: SectionId): ReactNode => {
    if (id === 'body')
      return (
        body && (
          <>
            {hasText(body.description) && (
              <MarkdownBody text={body.description} mode="preview" className={styles.prose ?? ''} />
            )}
            <MediaList
              media={media}
              anchor={`${anchorRoot}body`}
              examples="all"
              chosen={example}
              onExample={onExample}
            />
          </>
        )
      )
    if (id === 'responses')
      return (
        <>
          {reading.responses.length > 0 && (
            <Responses
              responses={reading.responses}
              value={response}
              onValue={onResponse}
              anchor={`${anchorRoot}response`}
              examples={examples}
            />
          )}
          {hasText(reading.responseRemark) && (
            <MarkdownBody text={reading.responseRemark} mode="preview" className={styles.markdown ?? ''} />
          )}
        </>
      )
    if (id === 'callbacks')
      return reading.callbacks.map((one) => (
        <details key={`${one.name} ${one.method} ${one.path}`} className={styles.callback}>
          <summary>
            <MethodChip size="s" method={one.method} /> <code>{one.name}</code>{' '}
            <span className={styles.type}>{one.path}</span>
          </summary>
          {hasText(one.description) && <MarkdownBody text={one.description} mode="preview" />}
          <MediaList media={one.media} anchor={`${anchorRoot}callbacks.${one.name}`} examples="all" />
        </details>
      ))
    if (id === 'more')
      return (
        <MarkdownBody
          text={reading.more.map(([keyword, text]) => `- ${keyword}: ${text.replaceAll('\n', '\n  ')}`).join('\n')}
          mode="preview"
          className={styles.small ?? ''}
        />
      )
    if (id === 'notes')
      return (
        <MarkdownBody text={reading.notes} mode={isPreview ? 'preview' : 'read'} className={styles.markdown ?? ''} />
      )
    const content = contents.get(id)
    return content && <FieldTree content={content} anchor={anchorRoot + id} />
  }
  return (
    <>
      {hasText(reading.description) && (
        <MarkdownBody
          text={reading.description}
          mode={isPreview ? 'preview' : 'read'}
          className={styles.description ?? ''}
          onOutline={onOutline}
        />
      )}
      <Authentication reading={reading} />
      {samples}
      {doc.type === 'websocket' && (
        <LazyBoundary>
          <Socket doc={doc} />
        </LazyBoundary>
      )}
      {sections.map(({ id, title }, at) => (
        <Section
          key={id}
          id={id}
          at={at}
          title={
            <>
              {title}
              {id === 'body' && body?.isRequired && <span className={styles.required}>{t('bodyRequired')}</span>}
            </>
          }
        >
          {contentOf(id)}
        </Section>
      ))}
    </>
  )
}

/** Returns the media types of a body; a single example of the first one stands in the sample of the request. */
function withoutSingle(media: readonly ReadingMedia[]): ReadingMedia[] {
  return media.map((one, at) => (at === 0 && one.examples.length === 1 ? { ...one, examples: [] } : one))
}
