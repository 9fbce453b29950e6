import { useState } from 'react'
import type { ReadingMedia, ReadingResponse } from '#shared/api-doc/reading/reading.ts'
import { SampleText } from '#web/features/api-docs/try-it/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CheckIcon, CopyIcon } from '#web/ui/icons.ts'
import { LazyBoundary } from '#web/ui/lazy.tsx'
import { Select } from '#web/ui/select.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useCopy } from '#web/ui/use-copy.ts'
import type { ChosenExample } from './choice.ts'
import { Prose } from './field-description.tsx'
import { FieldTree, ValueTree } from './field-tree.tsx'
import styles from './reading.module.css'
import { useTree } from './tree-context.ts'

/** Returns the name of a response: its status, or what the page calls it. */
function useResponseName(): (response: ReadingResponse) => string {
  const { t } = useTranslation('api-reading')
  return ({ status, kind, name }) => status || name.replaceAll(/\s+/g, ' ').trim() || t(kind)
}

/** Returns the ids of responses, each once: as two of a page may have no status. */
export const responseIds = (responses: readonly ReadingResponse[]): string[] =>
  responses.map(({ status, kind }, at) => (status === '' ? `${kind}${at}` : status))

const toneOf = (status: string): string => ({ 2: 'ok', 3: 'info', 4: 'warn', 5: 'bad' })[status[0] ?? ''] ?? ''

/** The status of a response, in its colour. */
export function StatusLabel({ response }: { response: ReadingResponse }) {
  const nameOf = useResponseName()
  const { status, kind } = response
  const tone = toneOf(status) || (kind === 'success' ? 'ok' : kind === 'failure' ? 'warn' : '')
  return (
    <span className={styles.status} data-tone={tone}>
      {nameOf(response)}
    </span>
  )
}

/** Examples of a body or a response, with a switch when there are several. */
export function Examples(props: {
  examples: ReadingMedia['examples']
  title: string
  /** Which one is chosen, where another part of the page depends on it. */
  value?: number
  onValue?: (at: number) => void
}) {
  const { examples, title, value, onValue } = props
  const { t } = useTranslation('api-reading')
  const [own, setOwn] = useState(0)
  const at = value ?? own
  const [copied, copy] = useCopy()
  const shown = examples[at] ?? examples[0]
  if (!shown) return null
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <span className={styles.cardTitle}>{title}</span>
        {examples.length > 1 && (
          <Select
            size="s"
            aria-label={t('examples')}
            value={String(at)}
            options={examples.map(({ name }, index) => ({
              value: String(index),
              label: name.slice(0, 80) || t('exampleOf', { number: index + 1 }),
            }))}
            onValue={(next) => (onValue ?? setOwn)(Number(next))}
          />
        )}
        <IconButton size="s" label={t(copied ? 'sample.copied' : 'sample.copy')} onClick={() => void copy(shown.text)}>
          {copied ? <CheckIcon /> : <CopyIcon />}
        </IconButton>
      </div>
      {(shown.summary !== '' || shown.description !== '') && (
        <div className={styles.about}>
          <Prose text={shown.summary} />
          <Prose text={shown.description} />
        </div>
      )}
      <LazyBoundary fallback={<pre className={styles.plain}>{shown.text}</pre>}>
        <SampleText text={shown.text} label={title} />
      </LazyBoundary>
    </div>
  )
}

/** The media types of a body or a response: a switch when there are several, then what is in the chosen one. */
export function MediaList(props: {
  media: readonly ReadingMedia[]
  anchor: string
  /** Which examples stand below the fields: those that stand nowhere else, or all. */
  examples: 'further' | 'all'
  /** The example of a request that is sent. */
  chosen?: ChosenExample | undefined
  onExample?: (chosen: ChosenExample) => void
}) {
  const { media, anchor, examples, chosen, onExample } = props
  const { t } = useTranslation('api-reading')
  const { isPrinting } = useTree()
  const [at, setAt] = useState(0)
  const body = (one: ReadingMedia, index: number) => {
    const shown = examples === 'all' || index > 0 || isPrinting ? one.examples : []
    return (
      <>
        {one.schema && <ValueTree field={one.schema} anchor={anchor} />}
        {isPrinting
          ? shown.map((example, place) => (
              <Examples key={`${example.name} ${place}`} examples={[example]} title={example.name || t('example')} />
            ))
          : shown.length > 0 && (
              <Examples
                key={index}
                examples={shown}
                title={t('example')}
                {...(onExample && {
                  value: chosen?.media === index ? chosen.at : 0,
                  onValue: (next: number) => onExample({ media: index, at: next }),
                })}
              />
            )}
      </>
    )
  }
  const [first, ...others] = media
  if (!first) return null
  if (isPrinting)
    return media.map((one, index) => (
      <div key={one.type}>
        <p className={styles.kind}>{one.type}</p>
        {body(one, index)}
      </div>
    ))
  const nameOf = (one: ReadingMedia, index: number) => one.type || `${t('mediaType')} ${index + 1}`
  if (others.length === 0)
    return (
      <>
        {first.type !== '' && first.type !== 'application/json' && <p className={styles.kind}>{first.type}</p>}
        {body(first, 0)}
      </>
    )
  return (
    <Tabs
      label={t('mediaType')}
      tabs={media.map((one, index) => ({ id: String(index), label: nameOf(one, index) }))}
      value={String(at)}
      onValue={(next) => setAt(Number(next))}
    >
      {body(media[at] ?? first, media[at] ? at : 0)}
    </Tabs>
  )
}

/** A response: what it means, its headers, and what is in it. */
function ResponseBody(props: { response: ReadingResponse; anchor: string; examples: 'further' | 'all' }) {
  const { response, anchor, examples } = props
  const { t } = useTranslation('api-reading')
  const { description, headers, media } = response
  return (
    <>
      <Prose text={description} />
      <MediaList media={media} anchor={anchor} examples={examples} />
      {media.length === 0 && headers.length === 0 && description.trim() === '' && (
        <p className={styles.how}>{t('noContent')}</p>
      )}
      {headers.length > 0 && (
        <>
          <h3 className={styles.subtitle}>{t('headers')}</h3>
          <FieldTree content={{ fields: headers, alternatives: [] }} anchor={`${anchor}.headers`} />
        </>
      )}
    </>
  )
}

/** The responses of a page, as tabs by status; on paper one after the other. */
export function Responses(props: {
  responses: readonly ReadingResponse[]
  /** Whose tab is chosen: one of `responseIds`. */
  value: string
  onValue: (id: string) => void
  anchor: string
  examples: 'further' | 'all'
}) {
  const { responses, value, onValue, anchor, examples } = props
  const { t } = useTranslation('api-reading')
  const { isPrinting } = useTree()
  const ids = responseIds(responses)
  const at = Math.max(0, ids.indexOf(value))
  const shown = responses[at]
  if (isPrinting)
    return responses.map((one, index) => (
      <div key={ids[index]}>
        <h3 className={styles.subtitle}>
          <StatusLabel response={one} />
        </h3>
        <ResponseBody response={one} anchor={`${anchor}.${ids[index]}`} examples="all" />
      </div>
    ))
  return (
    <Tabs
      label={t('responses')}
      tabs={responses.map((one, index) => ({ id: ids[index] ?? '', label: <StatusLabel response={one} /> }))}
      value={ids[at] ?? ''}
      onValue={onValue}
    >
      {shown && <ResponseBody key={ids[at]} response={shown} anchor={`${anchor}.${ids[at]}`} examples={examples} />}
    </Tabs>
  )
}
