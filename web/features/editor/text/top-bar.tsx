import i18next from 'i18next'
import { useAtomValue, useSetAtom } from 'jotai'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { editorHandleAtom } from '#web/features/editor/core/index.tsx'
import { clockTime } from '#web/features/editor/session/index.ts'
import { listCatalogs } from '#web/features/tree/folders/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { errorText, localized } from '#web/lib/lazy-text.ts'
import { announce } from '#web/lib/live-region.ts'
import { useMedia } from '#web/lib/media.ts'
import { ariaShortcut } from '#web/lib/shortcuts.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import {
  BackIcon,
  CatalogIcon,
  CheckIcon,
  ChevronDownIcon,
  ErrorIcon,
  HistoryIcon,
  TemplateIcon,
} from '#web/ui/icons.ts'
import { Menu, type MenuEntry } from '#web/ui/menu.tsx'
import { AttachmentIcon, LockIcon, SendIcon } from '#web/ui/screen-icons.ts'
import { TextInput } from '#web/ui/text-input.tsx'
import { toast } from '#web/ui/toast.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { setCatalogAtom, setTitleAtom } from './draft-atoms.ts'
import { lockAtom, takeLockAtom, unlockAtom } from './lock.ts'
import { saveAtom, saveStatusAtom } from './save.ts'
import { openDialogAtom } from './screen-state.ts'
import { catalogAtom, editingSessionAtom, isSavingAtom, orderAtom, titleAtom, titleMissingAtom } from './session.ts'
import styles from './top-bar.module.css'

/** Shows in a word how safe the text is: saved when, saving, not saved, stored as a draft. */
function SaveStatus() {
  const { t } = useTranslation('page-editor')
  const state = useAtomValue(saveStatusAtom)
  const savedAt = useAtomValue(editingSessionAtom)?.saved_at
  const save = useSetAtom(saveAtom)
  const word = t(`state.${state}`, { time: savedAt === undefined ? '' : clockTime(new Date(savedAt)) })
  useEffect(() => {
    if (state === 'saved' || state === 'failed') announce(word)
  }, [state, word])
  if (state === 'failed') {
    return (
      <Button size="s" variant="ghost" className={styles.failed ?? ''} onClick={() => void save()}>
        {word}
      </Button>
    )
  }
  return (
    <span className={styles.state} data-state={state}>
      {word}
    </span>
  )
}

/** The longest title, in characters. Source: src/shared/contract/fields.ts, SingleLine. */
const titleMax = 200

/** The title field; Enter moves on to the text. */
function TitleField() {
  const { t } = useTranslation('page-editor')
  const title = useAtomValue(titleAtom)
  const isMissing = useAtomValue(titleMissingAtom)
  const isNew = useAtomValue(editingSessionAtom)?.is_new ?? false
  const surface = useAtomValue(editorHandleAtom)
  const setTitle = useSetAtom(setTitleAtom)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isNew || isMissing) box.current?.focus()
  }, [isNew, isMissing])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    surface?.focus()
  }
  return (
    <div className={styles.title}>
      <TextInput
        ref={box}
        value={title}
        onValue={setTitle}
        onKeyDown={onKeyDown}
        maxLength={titleMax}
        placeholder={t('title.placeholder')}
        aria-label={t('title.label')}
        aria-required
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? 'title-missing' : undefined}
        autoComplete="off"
      />
      {isMissing && (
        <p id="title-missing" className={styles.missing} role="alert">
          <ErrorIcon />
          {t('title.missing')}
        </p>
      )}
    </div>
  )
}

/** Shows the folder of the page and a tree to choose another one. */
function CatalogPicker() {
  const { t } = useTranslation('page-editor')
  const session = useAtomValue(editingSessionAtom)
  const cat_id = useAtomValue(catalogAtom)
  const choose = useSetAtom(setCatalogAtom)
  const order = useAtomValue(orderAtom)
  const open = useSetAtom(openDialogAtom)
  const catalogs = listCatalogs(session?.catalogs ?? [])
  const path = catalogs.find((one) => one.cat_id === cat_id)?.path.join(' / ') ?? t('catalog.root')
  const options = [
    ...(session?.is_limited ? [] : [{ value: '0', label: t('catalog.root') }]),
    ...catalogs.map((one) => ({
      value: String(one.cat_id),
      label: (
        <span className={styles.level} data-level={one.path.length}>
          {one.path.at(-1)}
        </span>
      ),
    })),
  ]
  return (
    <Menu
      trigger={
        <Button
          className={styles.catalog ?? ''}
          icon={<CatalogIcon />}
          title={path}
          aria-label={t('catalog.label', { path })}
        >
          <span className={styles.path}>{path}</span>
        </Button>
      }
      entries={[
        {
          kind: 'choice',
          id: 'catalog',
          label: t('catalog.choose'),
          value: catalogs.some((one) => one.cat_id === cat_id) ? String(cat_id) : '0',
          onValue: (value) => choose(Number(value)),
          options,
        },
        { kind: 'separator', id: 'more' },
        { id: 'order', label: t('order.entry', { number: order }), onSelect: () => open('order') },
      ]}
    />
  )
}

/** The Save button, with a menu of the other ways to save and the lock of the page. */
function SaveMenu() {
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
    const saveError = await (isHeld ? unlock() : take())
    if (saveError) throw saveError
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

/** The top bar: back, the folder of the page, its title, how safe it is, and Save. */
export function TopBar({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation('page-editor')
  const isWide = useMedia('(min-width: 640px)')
  return (
    <header className={styles.bar}>
      {isWide ? (
        <Button variant="ghost" icon={<BackIcon />} onClick={onBack}>
          {t('back')}
        </Button>
      ) : (
        <IconButton label={t('back')} onClick={onBack}>
          <BackIcon />
        </IconButton>
      )}
      <CatalogPicker />
      <TitleField />
      <div className={styles.end}>
        <SaveStatus />
        <SaveMenu />
      </div>
    </header>
  )
}
