import i18next from 'i18next'
import { atom, useAtom, useSetAtom } from 'jotai'
import { Fragment, type ReactNode, useMemo, useState } from 'react'
import { api, getErrorMessage } from '#web/lib/api.ts'
import { exactTime, relativeTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { queryAtom } from '#web/lib/query.ts'
import { href, Link } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { CopyField } from '#web/ui/copy-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CheckIcon, CopyIcon, RefreshIcon } from '#web/ui/icons.ts'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCopy } from '#web/ui/use-copy.ts'
import styles from './open-api.module.css'
import {
  renderSample,
  renderScripts,
  type SampleLanguage,
  type ScriptShell,
  sampleLanguages,
  scriptFiles,
  scriptShells,
} from './samples.ts'

const hidden = '••••••••'

/** The open API key of an item. */
type ItemKey = Awaited<ReturnType<typeof api.item.getKey>>

/** The key of an item. The server creates it on the first call. */
const keyAtom = (item_id: string) => queryAtom(() => api.item.getKey({ item_id }))

/** Replaces the token of an item; the former one becomes invalid. @returns the key with the new token */
const resetKeyAtom = atom(null, (_get, _set, item_id: string) => api.item.resetKey({ item_id }))

/** Samples of code in tabs. The token is masked on screen and copied in full. */
function SampleTabs<T extends string>(props: {
  title: string
  note: string
  /** The label of the choice between tabs. */
  choice: string
  ids: readonly T[]
  labelOf(id: T): string
  /** Returns the sample with a token. */
  sample(id: T, api_token: string): string
  api_token: string
  /** What is below the sample of a tab. */
  below?(id: T): ReactNode
}) {
  const { t } = useTranslation('open-api')
  const { title, note, choice, ids, labelOf, sample, api_token, below } = props
  const [id, setId] = useState(ids[0] as T)
  const [copied, copy] = useCopy()
  return (
    <section className={styles.samples} aria-label={title}>
      <h3 className={styles.head}>{title}</h3>
      <p className={styles.used}>{note}</p>
      <Tabs label={choice} tabs={ids.map((one) => ({ id: one, label: labelOf(one) }))} value={id} onValue={setId}>
        <div className={styles.samples}>
          <div className={styles.code}>
            <pre tabIndex={0} aria-label={labelOf(id)}>
              <code>{sample(id, hidden)}</code>
            </pre>
            <div className={styles.copy}>
              <Button
                size="s"
                icon={copied ? <CheckIcon /> : <CopyIcon />}
                onClick={() => void copy(sample(id, api_token))}
              >
                <span role="status">{t(copied ? 'sample.copied' : 'sample.copy')}</span>
              </Button>
            </div>
          </div>
          {below?.(id)}
        </div>
      </Tabs>
    </section>
  )
}

/** Code samples that write a page through the open API. */
function CodeSamples({ itemKey: { api_key, api_token } }: { itemKey: ItemKey }) {
  const { t } = useTranslation('open-api')
  const words = { page_title: t('sample.title'), cat_name: t('sample.catalog'), page_content: t('sample.content') }
  const address = siteAddress('/api/open/updatePage')
  return (
    <SampleTabs
      title={t('sample.label')}
      note={t('sample.note')}
      choice={t('sample.language')}
      ids={sampleLanguages}
      labelOf={(id: SampleLanguage) => t(`language.${id}`)}
      sample={(id, token) => renderSample(id, { address, api_key, api_token: token, words })}
      api_token={api_token}
    />
  )
}

const siteAddress = (path: string): string => window.location.origin + href(path)

/** The commands that write pages from source code and databases, with the scripts to download. */
function ScriptSamples({ item_id, itemKey: { api_key, api_token } }: { item_id: string; itemKey: ItemKey }) {
  const { t } = useTranslation('open-api')
  const words = { api: t('scripts.api'), database: t('scripts.database') }
  const site = siteAddress('/').replace(/\/$/, '')
  return (
    <SampleTabs
      title={t('scripts.label')}
      note={t('scripts.note')}
      choice={t('scripts.shell')}
      ids={scriptShells}
      labelOf={(id: ScriptShell) => t(`shell.${id}`)}
      sample={(id, token) => renderScripts(id, { site, api_key, api_token: token, words })}
      api_token={api_token}
      below={(id) =>
        scriptFiles[id].length > 0 && (
          <p className={styles.used}>
            {t('scripts.download')}
            <br />
            {scriptFiles[id].map((name, at) => (
              <Fragment key={name}>
                {at > 0 && ' · '}
                <a href={href(`/tools/${name}?item_id=${item_id}`)} download={name}>
                  {name}
                </a>
              </Fragment>
            ))}
          </p>
        )
      }
    />
  )
}

/** The open API of an item: description, key and token, and code samples. */
export function OpenApiPanel({ item_id }: { item_id: string }) {
  const { t } = useTranslation('open-api')
  const [result, run] = useAtom(useMemo(() => keyAtom(item_id), [item_id]))
  const reset = useSetAtom(resetKeyAtom)
  const [x, setConfirming] = useState(false)
  return (
    <QueryBoundary
      result={result}
      onRetry={() => void run('again')}
      failed={t('failed')}
      waiting={<SkeletonText lines={6} />}
    >
      {(key) => (
        <div className={styles.panel}>
          <p className={styles.what}>{t('what')}</p>
          <CopyField label={t('key')} value={key.api_key} />
          <CopyField
            label={t('token')}
            value={key.api_token}
            secret
            actions={
              <Button icon={<RefreshIcon />} onClick={() => setConfirming(true)}>
                {t('reset.open')}
              </Button>
            }
          />
          <p className={styles.used}>
            {key.last_check_time === '0' ? (
              t('unused')
            ) : (
              <span title={exactTime(key.last_check_time)}>
                {t('used', { time: relativeTime(key.last_check_time) })}
              </span>
            )}
          </p>
          <Banner tone="warn">{t('danger')}</Banner>
          <p>
            <Link href="/help/api#openupdatepage">{t('reference')}</Link>
          </p>
          <CodeSamples itemKey={key} />
          <ScriptSamples item_id={item_id} itemKey={key} />
          <ConfirmDialog
            open={x}
            onClose={() => setConfirming(false)}
            title={t('reset.title')}
            action={t('reset.action')}
            errorText={getErrorMessage}
            onConfirm={async () => {
              void run({ value: await reset(item_id) })
              setConfirming(false)
              toast.ok(localized(() => i18next.t('open-api:reset.done')))
            }}
          >
            {t('reset.text')}
          </ConfirmDialog>
        </div>
      )}
    </QueryBoundary>
  )
}

/** Dialog with the open API of an item. */
export function OpenApiDialog(props: { item: { item_id: string; item_name: string }; onClose: () => void }) {
  const { item, onClose } = props
  const { t } = useTranslation('open-api')
  return (
    <Dialog open size="m" title={t('titleOf', { name: item.item_name })} onClose={onClose}>
      <OpenApiPanel item_id={item.item_id} />
    </Dialog>
  )
}
