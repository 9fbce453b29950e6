import { useAtom, useAtomValue } from 'jotai'
import { useTranslation } from '#web/lib/i18n.ts'
import { CommandPalette } from '#web/ui/command-palette.tsx'
import { useBaseEntries } from './base-entries.tsx'
import { paletteEntriesAtom, paletteOpenAtom, paletteSearchAtom } from './palette-atoms.ts'

/** The command palette with the entries of all features. */
export function PaletteHost() {
  const { t } = useTranslation('frame')
  const [open, setOpen] = useAtom(paletteOpenAtom)
  const entries = useAtomValue(paletteEntriesAtom)
  const search = useAtomValue(paletteSearchAtom)
  const base = useBaseEntries()
  return (
    <CommandPalette
      open={open}
      onClose={() => setOpen(false)}
      entries={[...entries, ...base]}
      placeholder={t('search')}
      {...search}
    />
  )
}
