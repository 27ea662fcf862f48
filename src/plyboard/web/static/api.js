/** The page that shows what programs can ask for. */

/** @type {any} */ (window).SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#operations", deepLinking: true });
