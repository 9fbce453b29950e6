import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { lazy, useEffect, useState } from 'react'
import { JobHost } from '#web/features/job/index.tsx'
import { userAtom } from '#web/features/session/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { useShortcut } from '#web/lib/keys.ts'
import { navigate } from '#web/lib/route.ts'
import { themeAtom, themeChoiceAtom } from '#web/lib/theme.ts'
import { preloadMenuWindow } from '#web/ui/menu-load.ts'
import { OnDemand } from '#web/ui/on-demand.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { paletteOpenAtom } from './palette-atoms.ts'
import { shortcutsOpenAtom } from './shortcuts-atom.ts'

const loadPalette = () => import('./palette-host.tsx')
const PaletteHost = lazy(async () => ({ default: (await loadPalette()).PaletteHost }))
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))

const whenIdle = (run: () => void) => {
  const timer = window.setTimeout(run, 1500)
  return () => window.clearTimeout(timer)
}

/** What lies over every screen and stands once: palette, shortcuts, messages, and the keys that work everywhere. */
export function FrameHosts() {
  const { t } = useTranslation('frame')
  const [paletteOpen, openPalette] = useAtom(paletteOpenAtom)
  const [shortcutsOpen, showShortcuts] = useAtom(shortcutsOpenAtom)
  const [used, setUsed] = useState(false)
  const user = useAtomValue(userAtom)
  const theme = useAtomValue(themeAtom)
  const setTheme = useSetAtom(themeChoiceAtom)
  useShortcut('mod+k', () => openPalette(true), { inFields: true, label: t('keys.palette') })
  useShortcut('?', () => showShortcuts(true), { label: t('keys.help') })
  useShortcut('g h', () => navigate('/item/index'), { label: t('keys.items'), enabled: Boolean(user) })
  useShortcut('mod+shift+l', () => setTheme(theme === 'dark' ? 'light' : 'dark'), {
    inFields: true,
    label: t('theme.toggle'),
  })
  // loaded before they are asked for, so that they open at once
  useEffect(
    () =>
      whenIdle(() => {
        // a server that is away right now is asked again when the palette is
        loadPalette().then(
          () => setUsed(true),
          () => undefined,
        )
        preloadMenuWindow()
      }),
    [],
  )
  return (
    <>
      <Toaster />
      <JobHost />
      <OnDemand>{(used || paletteOpen) && <PaletteHost />}</OnDemand>
      <OnDemand>{shortcutsOpen && <ShortcutsDialog onClose={() => showShortcuts(false)} />}</OnDemand>
    </>
  )
}
