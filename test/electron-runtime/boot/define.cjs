'use strict';

/**
 * Adds a member that newer versions have; one that is there stays.
 * @param {object} on
 * @param {string} name
 * @param {unknown} value
 */
exports.define = (on, name, value) => {
  if (!(name in on)) Object.defineProperty(on, name, { value, writable: true, configurable: true });
};
