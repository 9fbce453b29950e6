import { PageIcon } from '#web/ui/icons.ts'
import {
  ArchiveFileIcon,
  AudioIcon,
  ImageIcon,
  SinglePageIcon,
  SpreadsheetIcon,
  VideoIcon,
} from '#web/ui/screen-icons.ts'
import { type AnyFile, type FileCategory, getFileCategory } from './files.ts'

const icons: Record<FileCategory, typeof PageIcon> = {
  picture: ImageIcon,
  video: VideoIcon,
  audio: AudioIcon,
  pdf: SinglePageIcon,
  text: SinglePageIcon,
  sheet: SpreadsheetIcon,
  document: SinglePageIcon,
  slides: SinglePageIcon,
  archive: ArchiveFileIcon,
  other: PageIcon,
}

/** Icon for the category of a file; the label is shown next to it. */
export function FileIcon({ file, size }: { file: AnyFile; size?: '20' | '32' }) {
  const Icon = icons[getFileCategory(file)]
  return <Icon {...(size && { 'data-size': size })} />
}
