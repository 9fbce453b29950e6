import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { Suspense, useMemo } from 'react'
import { sessionAtom } from '#web/features/account/session/index.tsx'
import { BaseInfoPanel } from '#web/features/item/form/index.tsx'
import { ItemDialogHost, type ItemDialogKind, openItemDialogAtom } from '#web/features/item/menu/index.tsx'
import { itemPath } from '#web/features/item/my-items/index.tsx'
import { api, isApiError } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryAtom, queryValue } from '#web/lib/query.ts'
import { useParams, useSearchParams, useTitle } from '#web/lib/route.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { QueryError } from '#web/ui/query-boundary.tsx'
import { RedirectTo } from '#web/ui/redirect-to.ts'
import { ScreenFrame } from '#web/ui/screen-frame.tsx'
import { LockIcon } from '#web/ui/screen-icons.ts'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import styles from './item-setting.module.css'

const MembersPanel = lazyComponent(async () => (await import('#web/features/item/members/index.tsx')).MembersPanel)
const OpenApiPanel = lazyComponent(async () => (await import('#web/features/item/api-key/index.tsx')).OpenApiPanel)
const WebhookPanel = lazyComponent(async () => (await import('#web/features/webhooks/index.tsx')).WebhookPanel)
const SourcePanel = lazyComponent(async () => (await import('#web/features/api-sources/index.tsx')).SourcePanel)
const DocsSitePanel = lazyComponent(async () => (await import('#web/features/item/docs-site/index.tsx')).DocsSitePanel)
const RecyclePanel = lazyComponent(async () => (await import('#web/features/item/recycle-bin/index.tsx')).RecyclePanel)

/** A tab of the item settings. */
type SettingTab = 'base' | 'members' | 'docsSite' | 'openApi' | 'apiSource' | 'webhook' | 'recycle' | 'danger'

const all: readonly SettingTab[] = [
  'base',
  'members',
  'docsSite',
  'openApi',
  'apiSource',
  'webhook',
  'recycle',
  'danger',
]

/** Returns the tabs of an item; an archived one has no API key, and is not synchronised. */
const settingTabs = (isArchived: boolean): readonly SettingTab[] =>
  isArchived ? all.filter((tab) => tab !== 'openApi' && tab !== 'apiSource') : all

/** An item with its details for managers. */
const detailAtom = (item_id: string) => queryAtom(() => api.item.detail({ item_id }))

type Detail = Awaited<ReturnType<typeof api.item.detail>>

/** The actions that cannot be undone: transfer, archive, delete. */
function DangerPanel({ detail, isOwner }: { detail: Detail; isOwner: boolean }) {
  const { t } = useTranslation('item-setting')
  const openDialog = useSetAtom(openItemDialogAtom)
  const isArchived = detail.is_archived === '1'
  const kinds = isArchived ? (['delete'] as const) : (['transfer', 'archive', 'delete'] as const)
  const { item_id, item_name, item_domain, item_type } = detail
  const ask = (kind: ItemDialogKind) =>
    void openDialog(kind, {
      item_id,
      item_name,
      item_domain,
      item_type,
      canManage: true,
      canEdit: true,
      isArchived,
      isOwner,
    })
  return (
    <ul className={styles.list}>
      {kinds.map((kind) => (
        <li key={kind} className={styles.row}>
          <div>
            <h2 className={styles.name}>{t(`danger.${kind}.title`)}</h2>
            <p className={styles.text}>{t(`danger.${kind}.text`)}</p>
          </div>
          <Button variant={kind === 'delete' ? 'danger' : 'default'} onClick={() => ask(kind)}>
            {t(`danger.${kind}.action`)}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Settings({ item_id }: { item_id: string }) {
  const { t } = useTranslation('item-setting')
  const [read, readAgain] = useAtom(useMemo(() => detailAtom(item_id), [item_id]))
  const [query, setQuery] = useSearchParams()
  const user = useAtomValue(sessionAtom)
  const detail = queryValue(read)
  const tabs = settingTabs(detail?.is_archived === '1')
  const tab = tabs.find((one) => one === query.get('tab')) ?? 'base'
  const isHidden =
    read &&
    'error' in read &&
    (['noRight', 'itemUnknown', 'itemPasswordNeeded'] as const).some((name) => isApiError(read.error, name))
  useTitle(read && (detail ? `${t(`tab.${tab}`)} · ${detail.item_name}` : t('title')))
  if (!read) {
    return (
      <ScreenFrame title={t('title')} back="unknown">
        <SkeletonText lines={6} />
      </ScreenFrame>
    )
  }
  if (!detail) {
    const error = 'error' in read ? read.error : undefined
    return (
      <ScreenFrame title={t('title')} back={{ to: '/item/index', label: t('toItems') }}>
        {isHidden ? (
          <EmptyState
            icon={<LockIcon data-size="32" />}
            text={t('noRight')}
            help={t('noRightHelp')}
            action={<ButtonLink to="/item/index">{t('toItems')}</ButtonLink>}
          />
        ) : (
          <QueryError error={error} onRetry={() => void readAgain()} failed={t('failed')} />
        )}
      </ScreenFrame>
    )
  }
  const isArchived = detail.is_archived === '1'
  return (
    <ScreenFrame title={t('title')} back={{ to: itemPath(detail), label: detail.item_name }}>
      {isArchived && (
        <div className={styles.banner}>
          <Banner>{t('archived')}</Banner>
        </div>
      )}
      <Tabs
        label={t('title')}
        tabs={tabs.map((id) => ({ id, label: t(`tab.${id}`) }))}
        value={tab}
        onValue={(id) => setQuery({ tab: id }, { replace: true })}
      >
        {tab === 'base' && <BaseInfoPanel item_id={item_id} onSaved={() => void readAgain()} />}
        <Suspense fallback={<Loading />}>
          {tab === 'members' && <MembersPanel item_id={item_id} />}
          {tab === 'docsSite' && <DocsSitePanel project={detail} isArchived={isArchived} />}
          {tab === 'openApi' && <OpenApiPanel item_id={item_id} />}
          {tab === 'apiSource' && <SourcePanel item_id={item_id} title={detail.item_name} />}
          {tab === 'webhook' && <WebhookPanel scope="item" id={item_id} />}
          {tab === 'recycle' && <RecyclePanel item_id={item_id} isArchived={isArchived} />}
        </Suspense>
        {tab === 'danger' && <DangerPanel detail={detail} isOwner={detail.uid === user?.uid} />}
      </Tabs>
      <ItemDialogHost />
    </ScreenFrame>
  )
}

/** The screen `/item/setting/{item_id}`: all settings for managers, in tabs. The tab is in the URL. */
export function ItemSetting() {
  const { item_id = '' } = useParams<{ item_id: string }>()
  const user = useAtomValue(sessionAtom)
  if (!user) return <RedirectTo path={`/user/login?redirect=/item/setting/${item_id}`} />
  return <Settings key={item_id} item_id={item_id} />
}
