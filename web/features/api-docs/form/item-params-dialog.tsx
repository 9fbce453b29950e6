import i18next from 'i18next'
import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useFetch } from '#web/lib/query.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QueryBoundary } from '#web/ui/query-boundary.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.ts'
import { isFault, readSource } from './json-source-edit.ts'
import { type ItemParams, paramParts, readItemParams, saveItemParamsAtom } from './params-atoms.ts'
import { tabCount } from './row-edits.ts'
import { RowList } from './row-list.tsx'

const listsOf = (params: ItemParams) => Object.fromEntries(paramParts.map((part) => [part, params[part]]))

function Params({ item_id, params, onClose }: { item_id: string; params: ItemParams; onClose: () => void }) {
  const { t } = useTranslation(['api-page', 'common'])
  const close = useMountedCallback(onClose)
  const [before] = useState(() => JSON.stringify(listsOf(params)))
  const [text, setText] = useState(before)
  const [tab, setTab] = useState<(typeof paramParts)[number]>('header')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const save = useSetAtom(saveItemParamsAtom)
  const source = readSource(text)
  const submit = async () => {
    if (text === before) return close()
    setBusy(true)
    setError(undefined)
    try {
      const lists = JSON.parse(text) as ItemParams
      const named = paramParts.map((part) => [
        part,
        lists[part].filter((row) => (row as { name?: unknown }).name !== ''),
      ])
      await save(item_id, Object.fromEntries(named))
      toast.ok(localized(() => i18next.t('api-page:params.saved')))
      close()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  if (isFault(source)) return null
  const hasScripts = params.preScript !== '' || params.postScript !== ''
  return (
    <Dialog
      open
      size="l"
      title={t('params.title')}
      note={t('params.note')}
      dirty={text !== before}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t('params.save')}
          </Button>
        </>
      }
    >
      {error !== undefined && <Banner tone="danger">{t('params.notSaved', { reason: getErrorMessage(error) })}</Banner>}
      <Tabs
        label={t('params.title')}
        tabs={paramParts.map((id) => ({
          id,
          label: t(`params.${id}`),
          ...tabCount(source.value, [id]),
        }))}
        value={tab}
        onValue={setTab}
      >
        <RowList
          key={tab}
          label={t(`params.${tab}`)}
          document={{
            source,
            store: {
              change: (make) =>
                setText((now) => {
                  const read = readSource(now)
                  return isFault(read) ? now : make(read)
                }),
              write: setText,
            },
          }}
          path={[tab]}
          kind={tab === 'cookies' ? 'cookie' : 'param'}
        />
      </Tabs>
      {(tab === 'query' || tab === 'body') && <p>{t(`params.${tab}Hint`)}</p>}
      {hasScripts && <p>{t('params.scripts')}</p>}
    </Dialog>
  )
}

/** Edits the parameters of every request of an item's API pages. */
export function ItemParamsDialog({ item, onClose }: { item: { item_id: string }; onClose: () => void }) {
  const { t } = useTranslation('api-page')
  // always fetch again: changes that others have saved must not be overwritten
  const [read, again] = useFetch(item.item_id, (signal) => readItemParams(item.item_id, signal))
  if (read && 'value' in read) return <Params item_id={item.item_id} params={read.value} onClose={onClose} />
  return (
    <Dialog open size="l" title={t('params.title')} onClose={onClose}>
      <QueryBoundary result={read} onRetry={again} failed={t('params.failed')}>
        {() => null}
      </QueryBoundary>
    </Dialog>
  )
}
