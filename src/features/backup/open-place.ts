import { FolderPlace, type Place, type PlaceSettings, requireFolder } from './place.ts'

/** Opens a place, and creates its folder. @throws {StartError} backupPlaceBad */
export async function openPlace(settings: PlaceSettings): Promise<Place> {
  await requireFolder(settings.path)
  return new FolderPlace(settings.path)
}
