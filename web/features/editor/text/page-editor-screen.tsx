import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef } from 'react'
import { getErrorMessage } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { navigate, useParams, useSearchParams, useTitle } from '#web/lib/route.ts'
import { Button } from '#web/ui/button.tsx'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ApiItemIcon, ArchiveIcon, ErrorIcon, PageIcon, SheetItemIcon } from '#web/ui/icons.ts'
import { Loading } from '#web/ui/loading.tsx'
import { LockIcon, UserIcon } from '#web/ui/screen-icons.ts'
import { toast } from '#web/ui/toast.ts'
import styles from './editor-layout.module.css'
import { EditorLayout } from './editor-layout.tsx'
import {
  type CannotEditReason,
  closePageAtom,
  type EditTarget,
  type OpenState,
  openPageAtom,
  openStateAtom,
} from './open-page.ts'
import { editingSessionAtom } from './session.ts'

const numberOf = (text: string | null | undefined) => (/^\d{1,16}$/.test(text ?? '') ? Number(text) : 0)

function usePlace(): EditTarget {
  const { item_id: item_ref = '', page_id } = useParams()
  const [search] = useSearchParams()
  const cat_id = numberOf(search.get('cat_id'))
  const page_title = search.get('title') ?? ''
  const isApi = search.get('kind') === 'api'
  return useMemo(
    () => ({ item_ref, page_id: numberOf(page_id), cat_id, page_title, isApi }),
    [item_ref, page_id, cat_id, page_title, isApi],
  )
}

const icons: Record<CannotEditReason, typeof LockIcon> = {
  signIn: UserIcon,
  noRight: LockIcon,
  archived: ArchiveIcon,
  apiClient: ApiItemIcon,
  sheet: SheetItemIcon,
  gone: PageIcon,
  tooMany: PageIcon,
}

/** Replaces the editor where a page cannot be edited: says why, and where to go. */
function CannotEditScreen({ entry }: { entry: Extract<OpenState, { state: 'refused' }> }) {
  const { why, item_ref, page_id, item_name } = entry
  const { t } = useTranslation('page-editor')
  const heading = t(page_id === 0 ? 'headingNew' : 'heading')
  useTitle(item_name ? `${heading} · ${item_name}` : heading)
  const Icon = icons[why]
  const hasPage = page_id > 0 && why !== 'gone' && why !== 'sheet'
  const here = `/page/edit/${item_ref}/${page_id}`
  return (
    <main className={styles.refused}>
      <h1 className="visually-hidden">{heading}</h1>
      <EmptyState
        icon={<Icon data-size="32" />}
        text={t(`refused.${why}`)}
        action={
          <>
            {why === 'signIn' && (
              <ButtonLink variant="primary" to={`/user/login?redirect=${encodeURIComponent(here)}`}>
                {t('refused.login')}
              </ButtonLink>
            )}
            {hasPage && why !== 'signIn' && (
              <ButtonLink variant="primary" to={`/${item_ref}/${page_id}`}>
                {t('refused.read')}
              </ButtonLink>
            )}
            {item_name && <ButtonLink to={`/${item_ref}`}>{t('refused.item')}</ButtonLink>}
            <ButtonLink to="/item/index">{t('refused.items')}</ButtonLink>
          </>
        }
      />
    </main>
  )
}

/** The page editor: opens the page of the address for editing. */
export function PageEditorScreen() {
  const { t } = useTranslation('page-editor')
  const place = usePlace()
  const entry = useAtomValue(openStateAtom)
  const session = useAtomValue(editingSessionAtom)
  const enter = useSetAtom(openPageAtom)
  const leave = useSetAtom(closePageAtom)
  const sayLeft = useRef(() => {})
  useEffect(() => {
    sayLeft.current = () => toast.info(localized(() => i18next.t('page-editor:draft.left')))
  })
  useEffect(() => void enter(place), [enter, place])
  useEffect(
    () => () => {
      void leave().then((isStored) => isStored && sayLeft.current())
    },
    [leave],
  )
  const firstSaved =
    session?.is_new && session.page_id > 0 ? `/page/edit/${session.item_ref}/${session.page_id}` : undefined
  useEffect(() => {
    if (!firstSaved) return
    const mode = new URLSearchParams(window.location.search).get('mode')
    navigate(mode ? `${firstSaved}?mode=${mode}` : firstSaved, { replace: true })
  }, [firstSaved])

  if (entry.state === 'open') return <EditorLayout key={entry.id} />
  if (entry.state === 'refused') return <CannotEditScreen entry={entry} />
  if (entry.state === 'failed') {
    return (
      <main className={styles.refused}>
        <EmptyState
          icon={<ErrorIcon data-size="32" />}
          text={t('refused.failed', { reason: getErrorMessage(entry.error) })}
          action={<Button onClick={() => void enter(place)}>{t('retry')}</Button>}
        />
      </main>
    )
  }
  return (
    <main aria-label={t('loading')}>
      <Loading onRetry={() => void enter(place)} />
    </main>
  )
}
