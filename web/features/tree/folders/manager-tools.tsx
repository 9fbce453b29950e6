import type { CatalogNode } from '#web/features/tree/view/index.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import {
  AddIcon,
  ChevronDownIcon,
  ChevronUpIcon,
  EditIcon,
  IndentIcon,
  MoveIcon,
  OutdentIcon,
  SortIcon,
  TrashIcon,
} from '#web/ui/icons.ts'
import styles from './dialogs.module.css'
import { getMoveError, type Step, stepTo, type TreeContext } from './move-rules.ts'

/** The actions on the selected catalog. */
export type ManagerAction = 'add' | 'rename' | 'sort' | 'carry' | 'delete'

const steps = [
  ['up', 'Alt+ArrowUp', ChevronUpIcon],
  ['down', 'Alt+ArrowDown', ChevronDownIcon],
  ['out', 'Alt+ArrowLeft', OutdentIcon],
  ['in', 'Alt+ArrowRight', IndentIcon],
] as const

/** The toolbar above the tree of catalogs, for the selected one. */
export function ManagerTools(props: {
  chosen: CatalogNode | undefined
  ground: TreeContext
  onStep: (catalog: CatalogNode, step: Step) => void
  onDeed: (deed: ManagerAction) => void
}) {
  const { chosen, ground, onStep, onDeed } = props
  const { t } = useTranslation('catalog')
  const may = (step: Step) => {
    const spot = chosen && stepTo(chosen, step, ground)
    return chosen !== undefined && spot !== undefined && getMoveError(chosen, spot.parent, ground) === undefined
  }
  const isFixed = !chosen || (ground.isLimited && chosen.parent === undefined)
  return (
    <div role="toolbar" aria-label={t('manager.tools')} className={styles.tools}>
      <Button size="s" variant="ghost" icon={<AddIcon />} onClick={() => onDeed('add')}>
        {chosen ? t('manager.addInside') : t('manager.add')}
      </Button>
      {steps.map(([step, key, Icon]) => (
        <IconButton
          key={step}
          size="s"
          label={t(`step.${step}`)}
          aria-keyshortcuts={key}
          disabled={!may(step)}
          onClick={() => chosen && onStep(chosen, step)}
        >
          <Icon />
        </IconButton>
      ))}
      <span className={styles.rule} />
      <IconButton size="s" label={t('menu.rename')} disabled={isFixed} onClick={() => onDeed('rename')}>
        <EditIcon />
      </IconButton>
      <IconButton size="s" label={t('menu.sort')} disabled={!chosen} onClick={() => onDeed('sort')}>
        <SortIcon />
      </IconButton>
      <IconButton size="s" label={t('menu.copyOrMove')} disabled={!chosen} onClick={() => onDeed('carry')}>
        <MoveIcon />
      </IconButton>
      <IconButton size="s" label={t('menu.delete')} disabled={isFixed} onClick={() => onDeed('delete')}>
        <TrashIcon />
      </IconButton>
    </div>
  )
}
