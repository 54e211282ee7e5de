import { useCallback } from 'react';
import { useLocation } from 'wouter';

/**
 * Gives the function that tells where the user is: path, query and hash as they stand in the address. The router's own
 * query is decoded already, and a decoded one does not lead back to the same place.
 */
export function useReturnPath(): () => string {
  const [path] = useLocation();
  return useCallback(() => path + window.location.search + window.location.hash, [path]);
}
