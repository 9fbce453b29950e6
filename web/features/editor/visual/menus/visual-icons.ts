/** The icons that only visual mode needs; the others are in web/ui/icons.ts. */
export {
  AlignCenter as AlignCenterIcon,
  AlignLeft as AlignLeftIcon,
  AlignRight as AlignRightIcon,
  Bold as BoldIcon,
  Code as CodeIcon,
  CopyPlus as DuplicateIcon,
  Italic as ItalicIcon,
  ListChecks as TaskListIcon,
  ListOrdered as OrderedListIcon,
  Pilcrow as TextIcon,
  Replace as TurnIntoIcon,
  Strikethrough as StrikeIcon,
  TextQuote as QuoteIcon,
  Unlink as UnlinkIcon,
} from 'lucide-react'
