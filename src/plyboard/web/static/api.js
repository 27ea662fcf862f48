/** The page that shows what programs can ask for. */

// No links to single operations: Swagger UI puts them into buttons, where not everyone can reach them.
/** @type {any} */ (window).SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#operations" });
