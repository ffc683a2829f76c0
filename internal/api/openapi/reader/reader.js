// Shows the document of this server, and asks no other for anything.
SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reader",
  deepLinking: true,
  validatorUrl: null,
  supportedSubmitMethods: ["get", "put", "post", "delete"],
});
