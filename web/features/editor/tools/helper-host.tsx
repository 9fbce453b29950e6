import i18next from 'i18next'
import { useAtom, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { localized } from '#web/lib/lazy-text.ts'
import { useShortcut } from '#web/lib/shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon } from '#web/ui/icons.ts'
import { LazyBoundary, lazyComponent } from '#web/ui/lazy.tsx'
import { toast } from '#web/ui/toast.ts'
import { openHelperAtom } from './helper-atoms.ts'
import styles from './page-helpers.module.css'
import { type PasteOffer, pasteOfferAtom, swapPasteAtom } from './paste/paste-atoms.ts'

const JsonTableDialog = lazyComponent(async () => (await import('./json/json-table-dialog.tsx')).JsonTableDialog)
const JsonFormatDialog = lazyComponent(async () => (await import('./json/json-format-dialog.tsx')).JsonFormatDialog)
const SqlDialog = lazyComponent(async () => (await import('./sql/sql-dialog.tsx')).SqlDialog)
const TableDialog = lazyComponent(async () => (await import('./paste/table-dialog.tsx')).TableDialog)
const TemplateWindow = lazyComponent(async () => (await import('./template-window.tsx')).TemplateWindow)
const CommentsDialog = lazyComponent(async () => (await import('./comments/comments-dialog.tsx')).CommentsDialog)
const MockDialog = lazyComponent(async () => (await import('./mock/mock-dialog.tsx')).MockDialog)
const AiDrawer = lazyComponent(async () => (await import('./ai/ai-drawer.tsx')).AiDrawer)
const AttachmentWindow = lazyComponent(async () => (await import('./attachment-window.tsx')).AttachmentWindow)
const PageLinkDialog = lazyComponent(async () => (await import('./link/page-link-dialog.tsx')).PageLinkDialog)

/** What the helpers know about the edited page. */
interface HelperHostProps {
  item_id: number
  /** 0 until a new page is saved. */
  page_id: number
  title: string
}

/** How long the choice is offered, in ms. */
const offeredMs = 30_000

/** Shows the format of the last paste, and offers the other one. */
function PasteBar() {
  const [offer, setOffer] = useAtom(pasteOfferAtom)
  const id = offer?.id
  useEffect(() => {
    if (id === undefined) return
    const timer = window.setTimeout(() => setOffer(undefined), offeredMs)
    return () => window.clearTimeout(timer)
  }, [id, setOffer])
  useEffect(() => () => setOffer(undefined), [setOffer])
  return offer ? <Bar offer={offer} onClose={() => setOffer(undefined)} /> : null
}

function Bar({ offer, onClose }: { offer: PasteOffer; onClose: () => void }) {
  const { t } = useTranslation(['page-helpers', 'common'])
  const swap = useSetAtom(swapPasteAtom)
  const other = offer.as !== 'text' ? 'text' : offer.paste.kind === 'table' ? 'table' : 'markdown'
  const choose = async () => {
    try {
      const swapped = await swap(other)
      if (swapped?.isTooLate) toast.info(localized(() => i18next.t('page-helpers:paste.tooLate')))
      else if (swapped && swapped.pictures > 0)
        toast.info(localized(() => i18next.t('page-helpers:paste.pictures', { count: swapped.pictures })))
    } catch {
      toast.error(localized(() => i18next.t('page-helpers:paste.failed')))
    }
  }
  useShortcut('mod+alt+v', () => void choose(), { inFields: true, label: t('paste.swap') })
  return (
    <div className={styles.pasteBar}>
      <span role="status">{t(`paste.as.${offer.as}`)}</span>
      <Button size="s" onClick={() => void choose()}>
        {t(`paste.to.${other}`)}
      </Button>
      <IconButton size="s" label={t('paste.close')} onClick={onClose}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}

/** Shows the dialog of the open helper, and the notice about the last paste. */
export function HelperHost({ item_id, page_id, title }: HelperHostProps) {
  const [name, setName] = useAtom(openHelperAtom)
  const close = () => setName(undefined)
  useEffect(() => () => setName(undefined), [setName])
  return (
    <>
      <PasteBar />
      {name && (
        <LazyBoundary key={name}>
          {name === 'jsonTable' && <JsonTableDialog onClose={close} />}
          {name === 'jsonFormat' && <JsonFormatDialog layout={2} onClose={close} />}
          {name === 'jsonCompact' && <JsonFormatDialog layout="compact" onClose={close} />}
          {name === 'sql' && <SqlDialog onClose={close} />}
          {name === 'table' && <TableDialog onClose={close} />}
          {name === 'template' && <TemplateWindow item_id={item_id} onClose={close} />}
          {name === 'comments' && <CommentsDialog item_id={item_id} onClose={close} />}
          {name === 'mock' && <MockDialog item_id={item_id} page_id={page_id} onClose={close} />}
          {name === 'ai' && <AiDrawer title={title} onClose={close} />}
          {name === 'attachment' && <AttachmentWindow item_id={item_id} page_id={page_id} onClose={close} />}
          {name === 'link' && <PageLinkDialog item_id={item_id} onClose={close} />}
        </LazyBoundary>
      )}
    </>
  )
}
