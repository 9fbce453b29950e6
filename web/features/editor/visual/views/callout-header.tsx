import { useTranslation } from '#web/lib/i18n.ts'
import { ChevronDownIcon } from '#web/ui/icons.ts'
import { Menu } from '#web/ui/menu.tsx'
import styles from './views.module.css'

/** The kinds of callouts, in menu order. */
export const calloutKinds = ['note', 'tip', 'important', 'warning', 'danger'] as const

/** The header of a callout: chooses its kind, and edits a custom title that replaces the kind's name. */
export function CalloutHeader(props: {
  kind: string
  title: string
  onChange: (attrs: { kind?: string; title?: string }) => void
  onDone: () => void
}) {
  const { kind, title, onChange, onDone } = props
  const { t } = useTranslation(['visual-editor', 'markdown'])
  const known = calloutKinds.find((one) => one === kind) ?? 'note'
  const word = t(`markdown:callout.${known}`)
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={styles.calloutKind} aria-label={t('callout.kind', { kind: word })}>
            {word}
            <ChevronDownIcon />
          </button>
        }
        entries={calloutKinds.map((one) => ({
          id: one,
          label: t(`markdown:callout.${one}`),
          checked: one === kind,
          onSelect: () => onChange({ kind: one }),
        }))}
        onCloseFocus={() => {
          onDone()
          return true
        }}
      />
      <input
        className={styles.calloutTitle}
        value={title}
        aria-label={t('callout.title')}
        placeholder={t('callout.titleHint')}
        onChange={(event) => onChange({ title: event.target.value })}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return
          event.preventDefault()
          onDone()
        }}
      />
    </>
  )
}
