export {
  FerryModal,
  useFerry,
  type Ferry,
  type FerryModalProps,
  type FerryState,
  type UseFerryOptions,
} from './use-ferry.ts';
