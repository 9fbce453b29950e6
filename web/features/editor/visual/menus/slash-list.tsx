import { parts } from '#web/features/editor/core/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import cut from '#web/ui/overflow-shadow.module.css'
import { watchColumnOverflow } from '#web/ui/overflow-shadow.ts'
import { Floating, getTextRect, preventBlur } from './floating.tsx'
import styles from './menus.module.css'
import { type MenuProps, useEditor } from './signal.ts'
import type { SlashCommand } from './slash-commands.ts'
import { lineId, runSlash, slashListId, slashMenu } from './slash-state.ts'

function Line({ command: { entry, part } }: { command: SlashCommand }) {
  const { t } = useTranslation('source-editor')
  if (!part) {
    return (
      <>
        {entry?.icon}
        <span>{entry?.label}</span>
      </>
    )
  }
  const { icon, hint } = parts[part]
  return (
    <>
      {icon}
      <span>{t(`part.${part}`)}</span>
      {hint && (
        <kbd className={styles.hint} aria-hidden="true">
          {hint}
        </kbd>
      )}
    </>
  )
}

/** The list below a `/`: the focus stays in the text, arrow keys choose. */
export function SlashList(props: MenuProps) {
  const { view } = props
  const { t } = useTranslation('visual-editor')
  const menu = slashMenu(useEditor(props, (state) => slashMenu(state) !== undefined))
  if (!menu) return null
  return (
    <Floating view={view} side="bottom" align="start" anchor={() => getTextRect(view, menu.from)}>
      <div ref={watchColumnOverflow} className={`${styles.slash} ${cut.column}`} onMouseDown={preventBlur}>
        <div id={slashListId} role="listbox" aria-label={t('slash.label')}>
          {menu.found.map((command, at) => (
            <div
              key={command.id}
              id={lineId(command.id)}
              role="option"
              tabIndex={-1}
              aria-selected={at === menu.at}
              className={styles.line}
              ref={(node) => {
                if (at === menu.at) node?.scrollIntoView({ block: 'nearest' })
              }}
              onClick={() => runSlash(view, command)}
            >
              <Line command={command} />
            </div>
          ))}
        </div>
        {menu.found.length === 0 && <p className={styles.none}>{t('slash.none')}</p>}
      </div>
    </Floating>
  )
}
