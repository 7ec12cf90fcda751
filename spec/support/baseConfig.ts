/** The head of a whole configuration that every API and HAProxy take; proxies come from `base`. */
export const baseConfig = `global
  stats socket /var/run/haproxy.sock mode 600 level admin

defaults base
  mode http
  timeout connect 5s
  timeout client 30s
  timeout server 30s
`;
