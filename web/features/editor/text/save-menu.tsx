import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { useMedia } from '#web/lib/media.ts'
import { ariaShortcut } from '#web/lib/shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import {
  AttachmentIcon,
  CheckIcon,
  ChevronDownIcon,
  HistoryIcon,
  LockIcon,
  SendIcon,
  TemplateIcon,
} from '#web/ui/icons.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { openDialogAtom } from './dialogs.ts'
import { lockAtom, takeLockAtom, unlockAtom } from './lock.ts'
import { isSavingAtom, saveAtom } from './save.ts'
import { editingSessionAtom } from './session.ts'
import styles from './top-bar.module.css'

/** The Save button, with a menu of the other ways to save and the lock of the page. */
export function SaveMenu() {
  const { t } = useTranslation('page-editor')
  const isWide = useMedia('(min-width: 640px)')
  const desk = useAtomValue(editingSessionAtom)
  const isSaving = useAtomValue(isSavingAtom)
  const lock = useAtomValue(lockAtom)
  const save = useSetAtom(saveAtom)
  const open = useSetAtom(openDialogAtom)
  const take = useSetAtom(takeLockAtom)
  const unlock = useSetAtom(unlockAtom)
  const isNew = desk?.page_id === 0
  const isHeld = lock.state === 'held'
  const lockByHand = async () => {
    const refused = await (isHeld ? unlock() : take())
    if (refused) throw refused
  }
  const toggleLock = () =>
    lockByHand().then(
      () => toast.ok(localized(() => i18next.t(isHeld ? 'page-editor:lock.unlocked' : 'page-editor:lock.locked'))),
      (error: unknown) => toast.error(errorText(error)),
    )
  const onPhone: MenuEntry[] = isWide
    ? []
    : [
        { kind: 'separator', id: 'more' },
        {
          id: 'attachments',
          label: t('tools.attachments'),
          icon: <AttachmentIcon />,
          disabled: isNew,
          onSelect: () => open('attachments'),
        },
        {
          id: 'history',
          label: t('tools.history'),
          icon: <HistoryIcon />,
          disabled: isNew,
          onSelect: () => open('history'),
        },
      ]
  return (
    <div className={styles.save}>
      <Tooltip text={t('save')} shortcut="mod+s">
        <Button variant="primary" busy={isSaving} aria-keyshortcuts={ariaShortcut('mod+s')} onClick={() => void save()}>
          {t('save')}
        </Button>
      </Tooltip>
      <Menu
        align="end"
        trigger={
          <Button
            variant="primary"
            className={styles.more ?? ''}
            aria-label={t('saveMenu.label')}
            icon={<ChevronDownIcon />}
          />
        }
        entries={[
          { id: 'save', label: t('save'), icon: <CheckIcon />, shortcut: 'mod+s', onSelect: () => void save() },
          {
            id: 'notify',
            label: t('saveMenu.notify'),
            icon: <SendIcon />,
            shortcut: 'mod+shift+s',
            onSelect: () => open('notify'),
          },
          {
            id: 'template',
            label: t('saveMenu.template'),
            icon: <TemplateIcon />,
            onSelect: () => open('saveTemplate'),
          },
          ...onPhone,
          { kind: 'separator', id: 'lock' },
          {
            id: 'toggleLock',
            label: t(isHeld ? 'saveMenu.unlock' : 'saveMenu.lock'),
            icon: <LockIcon />,
            disabled: isNew,
            ...(isNew && { hint: t('tools.saveFirst') }),
            onSelect: () => void toggleLock(),
          },
        ]}
      />
    </div>
  )
}
