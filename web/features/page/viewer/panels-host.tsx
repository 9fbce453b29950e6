import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useCallback, useEffect } from 'react'
import { type PageNode } from '#web/features/item/tree/index.ts'
import { OutlineDrawer } from '#web/features/page/outline/index.tsx'
import { deletePageAtom, restorePageAtom } from '#web/features/tree/folders/index.tsx'
import { getErrorMessage, getRequestId } from '#web/lib/api.ts'
import { exactTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { useCachedQuery } from '#web/lib/query.ts'
import { currentPath, navigate, signInPath, useLocation } from '#web/lib/route.ts'
import { useMountedCallback } from '#web/lib/use-mounted-callback.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { lazyComponent } from '#web/ui/lazy.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { SkeletonText } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { addFromTemplateAtom } from './add-from-template.ts'
import { wholeAddress } from './addresses.ts'
import { pagesAtom, reloadFilesAtom } from './atoms.ts'
import { adjacentPages, pagePath, useCurrentItem } from './current-item.ts'
import { isPagePanel, outlineAtom, type PagePanel, panelAtom, type ViewerPanel } from './panels.ts'
import styles from './panels-host.module.css'
import { TreePanel, type TreePanelProps } from './tree-panel.tsx'

const TreePanels = lazyComponent(async () => (await import('./tree-panels.tsx')).TreePanels)

/**
 * Closes the dialog when the user leaves the page or its item, for example by Back. When the page only reloads, for
 * example after signing in again, the dialog opens again as well.
 */
function useCloseOnLeaving(onClose: () => void): void {
  const [path] = useLocation()
  useEffect(
    () => () => {
      if (currentPath().split('?')[0] !== path) onClose()
    },
    [path, onClose],
  )
}

/** The tree in a drawer, on small screens; choosing a page closes it. */
function TreeDrawer({ onClose, ...tree }: Omit<TreePanelProps, 'onPick'> & { onClose: () => void }) {
  const item = useCurrentItem()
  return (
    <Drawer open side="left" title={item.name} onClose={onClose}>
      <div className={styles.drawer}>
        <TreePanel {...tree} onPick={onClose} />
      </div>
    </Drawer>
  )
}

const ShareDialog = lazyComponent(async () => (await import('#web/features/item/share/index.tsx')).ShareDialog)
const ExportDialog = lazyComponent(async () => (await import('#web/features/item/export/index.tsx')).ExportDialog)
const templates = () => import('#web/features/editor/templates/index.tsx')
const SaveTemplateDialog = lazyComponent(async () => (await templates()).SaveTemplateDialog)
const TemplateDialog = lazyComponent(async () => (await templates()).TemplateDialog)
const CommentDrawer = lazyComponent(async () => (await import('#web/features/page/comments/index.tsx')).CommentDrawer)
const AttachmentDrawer = lazyComponent(
  async () => (await import('#web/features/page/attachments/index.tsx')).AttachmentDrawer,
)

/** The dialogs about the current page that other features render. */
function PagePanels({ panel, onClose }: { panel: PagePanel; onClose: () => void }) {
  const item = useCurrentItem()
  const reloadFiles = useSetAtom(reloadFilesAtom)
  const addPage = useSetAtom(addFromTemplateAtom)
  if (panel.kind === 'share') return <ShareDialog item={item.summary} page={panel.page} onClose={onClose} />
  if (panel.kind === 'export')
    return <ExportDialog item={item.summary} page={panel.page} cat_id={panel.cat_id} onClose={onClose} />
  if (panel.kind === 'saveTemplate') {
    const { page_title, page_content } = panel.page
    return <SaveTemplateDialog title={page_title} content={page_content} onClose={onClose} />
  }
  if (panel.kind === 'fromTemplate') {
    return <TemplateDialog item_id={item.item_id} onInsert={(text) => void addPage(item, text)} onClose={onClose} />
  }
  if (panel.kind === 'comments') {
    const { page_id, writes } = panel
    return (
      <CommentDrawer
        page_id={page_id}
        isArchived={item.isArchived}
        writes={writes}
        signInPath={signInPath()}
        onClose={onClose}
      />
    )
  }
  const { page_id } = panel
  const leave = () => {
    onClose()
    void reloadFiles(page_id)
  }
  return <AttachmentDrawer page_id={page_id} item_id={item.item_id} canEdit={item.canEdit} onClose={leave} />
}

function Facts({ page_id }: { page_id: string }) {
  const { t } = useTranslation('page-actions')
  const item = useCurrentItem()
  const [answer] = useCachedQuery(pagesAtom, page_id)
  if (!answer)
    return (
      <Loading>
        <SkeletonText lines={4} />
      </Loading>
    )
  if ('error' in answer) return <p role="alert">{getErrorMessage(answer.error)}</p>
  const { page_title, author_name, author_username, save_time, page_addtime, page_version } = answer.value
  const facts: [string, string][] = [
    [t('info.page'), page_title],
    [t('info.author'), author_name ? `${author_name} (${author_username})` : author_username],
    [t('info.updated'), exactTime(save_time)],
    [t('info.created'), exactTime(page_addtime)],
    [t('info.version'), page_version],
    [t('info.address'), wholeAddress(pagePath(item, page_id))],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Shows who saved a page last, and when. */
function PageInfo({ page_id, onClose }: { page_id: string; onClose: () => void }) {
  const { t } = useTranslation('page-actions')
  return (
    <Dialog open onClose={onClose} title={t('menu.info')}>
      <Facts page_id={page_id} />
    </Dialog>
  )
}

/** Asks for confirmation before a page goes to the recycle bin; afterwards shows the next page. */
function DeletePage(props: { page: PageNode; current: PageNode | undefined; onClose: () => void }) {
  const { page, current, onClose } = props
  const { t } = useTranslation('page-actions')
  const close = useMountedCallback(onClose)
  const item = useCurrentItem()
  const remove = useSetAtom(deletePageAtom)
  const recover = useSetAtom(restorePageAtom)
  const undo = async () => {
    try {
      await recover(item.item_id, page.id)
      if (page.id === current?.id) navigate(pagePath(item, page.id))
    } catch (error) {
      toast.error(errorText(error), { requestId: getRequestId(error) })
    }
  }
  const confirm = async () => {
    const path = currentPath()
    const { before, after } = adjacentPages(item.pages, page.id)
    await remove(item.item_id, page.id)
    close()
    const next = after ?? before
    // the user may have opened another page in the meantime
    if (page.id === current?.id && currentPath() === path)
      navigate(next ? pagePath(item, next.id) : `/${item.ref}`, { replace: true })
    toast.ok(
      localized(() => i18next.t('page-actions:delete.done', { page: page.title })),
      { undo: () => void undo() },
    )
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('delete.title', { page: page.title })}
      action={t('delete.action')}
      onConfirm={confirm}
      errorText={getErrorMessage}
    >
      {t('delete.effect')}
    </ConfirmDialog>
  )
}

/** The dialog that is open over the viewer. Loaded when the first one is opened. */
export function PanelsHost({ panel, ...tree }: { panel: ViewerPanel } & Omit<TreePanelProps, 'onPick'>) {
  const setPanel = useSetAtom(panelAtom)
  const outline = useAtomValue(outlineAtom)
  const close = useCallback(() => setPanel(null), [setPanel])
  useCloseOnLeaving(close)
  if (panel.kind === 'tree') return <TreeDrawer {...tree} onClose={close} />
  if (panel.kind === 'outline') return <OutlineDrawer entries={outline} onClose={close} />
  if (panel.kind === 'pageInfo') return <PageInfo page_id={panel.page_id} onClose={close} />
  if (panel.kind === 'deletePage') return <DeletePage page={panel.page} current={tree.current} onClose={close} />
  if (isPagePanel(panel)) {
    return <PagePanels panel={panel} onClose={close} />
  }
  return <TreePanels panel={panel} {...tree} onClose={close} />
}
